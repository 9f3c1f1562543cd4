program hello(input, output);
var
  letter: char;
begin
  while not eoln do
  begin
    read(letter);
    write(letter);
  end;
  writeln;
end.
