{ Counts over the lengths of the rows, which are global: the function that counts has no parameters
  and calls itself by its bare name, as Delphi allows. }
program Twofive;

const
  Side = 5;
  Cells = Side * Side;

var
  Lengths: array[0..Side - 1] of Integer;
  Known: array[0..Side, 0..Side, 0..Side, 0..Side, 0..Side] of Integer;
  CellOf, LetterIn: array[0..Cells - 1] of Integer;

function Letter: Integer;
var
  Row, Sum: Integer;
begin
  Sum := 0;
  for Row := 0 to Side - 1 do
    Sum := Sum + Lengths[Row];
  Letter := Sum;
end;

function CanGrow(Row: Integer): Boolean;
var
  Cell: Integer;
begin
  CanGrow := False;
  if Lengths[Row] = Side then Exit;
  if (Row > 0) and (Lengths[Row - 1] = Lengths[Row]) then Exit;
  Cell := Row * Side + Lengths[Row];
  CanGrow := (CellOf[Letter] = Cell) or (CellOf[Letter] < 0) and (LetterIn[Cell] < 0);
end;

function Fillings: Integer;
var
  Row, Sum: Integer;
begin
  Fillings := 1;
  if Letter = Cells then Exit;
  Sum := Known[Lengths[0], Lengths[1], Lengths[2], Lengths[3], Lengths[4]];
  if Sum < 0 then
  begin
    Sum := 0;
    for Row := 0 to Side - 1 do
      if CanGrow(Row) then
      begin
        Inc(Lengths[Row]);
        Sum := Sum + Fillings;
        Dec(Lengths[Row]);
      end;
    Known[Lengths[0], Lengths[1], Lengths[2], Lengths[3], Lengths[4]] := Sum;
  end;
  Fillings := Sum;
end;

procedure Choose(Cell, Value: Integer);
begin
  CellOf[Value] := Cell;
  LetterIn[Cell] := Value;
end;

var
  Kind, Text, Found: string;
  Number, Cell, Value, Count, Code: Integer;

begin
  ReadLn(Kind);
  ReadLn(Text);
  Number := 1;
  if Kind = 'N' then Val(Text, Number, Code);
  for Cell := 0 to Cells - 1 do
  begin
    CellOf[Cell] := -1;
    LetterIn[Cell] := -1;
  end;
  Found := '';
  for Cell := 0 to Cells - 1 do
    for Value := 0 to Cells - 1 do
    begin
      if CellOf[Value] >= 0 then Continue;
      Choose(Cell, Value);
      Found := Found + Chr(Ord('A') + Value);
      if (Kind = 'W') and (Text[Cell + 1] = Found[Cell + 1]) then Break;
      FillChar(Known, SizeOf(Known), $FF);
      Count := Fillings;
      if (Kind = 'N') and (Number <= Count) then Break;
      if Kind = 'W' then
        Number := Number + Count
      else
        Number := Number - Count;
      SetLength(Found, Cell);
      CellOf[Value] := -1;
      LetterIn[Cell] := -1;
    end;
  if Kind = 'W' then
    WriteLn(Number)
  else
    WriteLn(Found);
end.
