// Draws the cells of the matrix that can be seen, on a canvas of the size of the window on them.
import { data, isUnexpected, looks } from "../model";
import { ink } from "../parts";
import { cellText, k_row, type Scene, type Spot } from "./table";

type Drawing = CanvasRenderingContext2D;

const pictures = new Map<string, HTMLCanvasElement>();

function lines(to: Drawing, width: number, height: number, step: number, slope: number): void {
  to.beginPath();
  for (let x = -height; x < width + height; x += step) {
    to.moveTo(x, 0);
    to.lineTo(x + slope * height, height);
  }
  to.stroke();
}

/** The same for those who see colours in another way. */
function pattern(to: Drawing, name: string, width: number, height: number): void {
  if (name === "slash" || name === "net") lines(to, width, height, 6, -1);
  if (name === "back" || name === "net") lines(to, width, height, 6, 1);
  if (name === "columns") lines(to, width, height, 5, 0);
  if (name === "rows") for (let y = 2; y < height; y += 5) to.fillRect(0, y, width, 1.5);
  if (name === "stripes") for (const shift of [0, 1, 2]) lines(to, width + shift, height, 9, -1);
  if (name === "dots") for (let y = 3; y < height; y += 6) for (let x = 3; x < width; x += 6) to.fillRect(x, y, 2, 2);
  if (name === "half") for (let y = 0; y < height; y += 1) to.fillRect(width - (width * y) / height, y, width, 1);
}

/** The picture of a verdict, drawn once and then copied to its cells. */
function picture(letter: string, width: number, height: number): HTMLCanvasElement {
  const key = `${letter} ${width} ${devicePixelRatio}`;
  const known = pictures.get(key);
  if (known) return known;
  const made = document.createElement("canvas");
  Object.assign(made, { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) });
  const to = made.getContext("2d")!;
  to.scale(devicePixelRatio, devicePixelRatio);
  to.roundRect(0.5, 0.5, width - 1, height - 1, 3);
  to.clip();
  to.fillStyle = looks[letter].color;
  to.fillRect(0, 0, width, height);
  to.globalAlpha = 0.2;
  to.fillStyle = to.strokeStyle = looks[letter].ink;
  to.lineWidth = 1.3;
  pattern(to, looks[letter].pattern, width, height);
  pictures.set(key, made);
  return made;
}

function outline(to: Drawing, x: number, y: number, width: number, height: number, color: string, line: number): void {
  to.strokeStyle = color;
  to.lineWidth = line;
  to.strokeRect(x, y, width, height);
}

export function drawCells(canvas: HTMLCanvasElement, scene: Scene, cursor: Spot, { scrollLeft: left, scrollTop: top }: HTMLElement): void {
  const { rows, columns, cell, mode } = scene;
  const { clientWidth, clientHeight } = canvas;
  const size = { width: Math.round(clientWidth * devicePixelRatio), height: Math.round(clientHeight * devicePixelRatio) };
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  const to = canvas.getContext("2d")!;
  to.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  to.clearRect(0, 0, clientWidth, clientHeight);
  Object.assign(to, { textAlign: "center", textBaseline: "middle", font: `600 ${mode === "verdict" ? 12 : 11}px system-ui, sans-serif` });
  const [bad, soft] = [ink("bad"), ink("soft")];
  const seen = columns.filter(({ x }) => x + cell > left && x < left + clientWidth);
  for (let row = Math.floor(top / k_row); row < rows.length && row * k_row < top + clientHeight; row += 1) {
    const program = data.programs[rows[row].program];
    const y = row * k_row - top;
    for (const column of program ? seen : []) {
      const letter = program.verdicts[column.test] ?? ".";
      const x = column.x - left;
      if (looks[letter]) to.drawImage(picture(letter, cell - 2, k_row - 2), x + 1, y + 1, cell - 2, k_row - 2);
      to.fillStyle = looks[letter]?.ink ?? soft;
      to.fillText(cellText(program, column.test, mode), x + cell / 2, y + k_row / 2 + 0.5);
      if (isUnexpected(program, letter)) outline(to, x + 1.5, y + 1.5, cell - 3, k_row - 3, bad, 2.5);
    }
  }
  const at = columns[cursor.column];
  if (!rows[cursor.row] || !at) return;
  outline(to, at.x - left, cursor.row * k_row - top, cell, k_row, ink("card"), 5);
  outline(to, at.x - left, cursor.row * k_row - top, cell, k_row, ink("accent"), 2.5);
}
