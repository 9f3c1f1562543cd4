{ Attacks nothing: a compiler that is found by links, with settings in /etc. }
program attack;
var
  word: string;
begin
  readln(word);
  writeln(word, ' ', 1000 * 1000);
end.
