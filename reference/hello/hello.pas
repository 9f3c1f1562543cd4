program hello;
var
  line: string;
begin
  readln(line);
  writeln(line);
end.
