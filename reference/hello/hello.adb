with Ada.Text_IO; use Ada.Text_IO;

procedure Hello is
begin
   Put_Line (Get_Line);
end Hello;
