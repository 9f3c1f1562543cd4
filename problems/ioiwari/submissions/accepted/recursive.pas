{ Remembers the value of every board it meets, and tries moves from the last pit to the first. }
program ioiwari;

const
  unknown = 127;

type
  board = array[0..6] of integer;

var
  known: array[0..279935] of shortint;
  here: board;
  pit, move, answer: integer;

function code(const b: board): longint;
var
  i: integer;
  c: longint;
begin
  c := 0;
  for i := 0 to 6 do c := c * 6 + b[i];
  code := c;
end;

{ Makes a move; the result is what it brings to the mover more than to the other. }
function sow(var b: board; from: integer): integer;
var
  hand, at, gain: integer;
begin
  hand := b[from];
  b[from] := 0;
  gain := 0;
  at := (from + 1) mod 7;
  while hand > 1 do
  begin
    if b[at] = 5 then
    begin
      dec(b[at]);
      inc(gain);
    end
    else
    begin
      inc(b[at]);
      dec(hand);
    end;
    at := (at + 1) mod 7;
  end;
  if (b[at] = 0) or (b[at] = 5) then
    dec(gain)
  else
  begin
    gain := gain + b[at] + 1;
    b[at] := 0;
  end;
  sow := gain;
end;

function value(const b: board; var best: integer): integer;
var
  i, most, gain, ignored: integer;
  next: board;
  c: longint;
begin
  most := -100;
  best := -1;
  for i := 6 downto 0 do
    if b[i] > 0 then
    begin
      next := b;
      gain := sow(next, i);
      c := code(next);
      if known[c] = unknown then known[c] := value(next, ignored);
      if gain - known[c] > most then
      begin
        most := gain - known[c];
        best := i;
      end;
    end;
  value := most;
end;

begin
  fillchar(known, sizeof(known), unknown);
  known[0] := 0;
  for pit := 0 to 6 do read(here[pit]);
  while true do
  begin
    value(here, move);
    writeln(move + 1);
    flush(output);
    sow(here, move);
    if code(here) = 0 then break;
    read(answer);
    sow(here, answer - 1);
    if code(here) = 0 then break;
  end;
end.
