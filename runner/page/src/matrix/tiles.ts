// One picture for each verdict, drawn once and then copied to its cells.
import { looks } from "../model";

const tiles = new Map<string, HTMLCanvasElement>();

type Drawing = CanvasRenderingContext2D;

function lines(to: Drawing, width: number, height: number, step: number, slope: number): void {
  to.beginPath();
  for (let x = -height; x < width + height; x += step) {
    to.moveTo(x, 0);
    to.lineTo(x + slope * height, height);
  }
  to.stroke();
}

function rows(to: Drawing, width: number, height: number): void {
  for (let y = 2; y < height; y += 5) to.fillRect(0, y, width, 1.5);
}

function pattern(to: Drawing, name: string, width: number, height: number): void {
  if (name === "slash") lines(to, width, height, 6, -1);
  if (name === "back") lines(to, width, height, 6, 1);
  if (name === "columns") lines(to, width, height, 5, 0);
  if (name === "rows") rows(to, width, height);
  if (name === "stripes") {
    to.lineWidth = 3;
    lines(to, width, height, 9, -1);
  }
  if (name === "net") {
    lines(to, width, height, 7, -1);
    lines(to, width, height, 7, 1);
  }
  if (name === "dots") {
    for (let y = 3; y < height; y += 6) for (let x = 3; x < width; x += 6) to.fillRect(x, y, 2, 2);
  }
  if (name === "half") {
    to.beginPath();
    to.moveTo(0, height);
    to.lineTo(width, height);
    to.lineTo(width, 0);
    to.fill();
  }
}

/** The picture of a verdict, in device pixels. */
export function tile(letter: string, width: number, height: number, ratio: number): HTMLCanvasElement | null {
  const look = looks[letter];
  if (!look) return null;
  const key = `${letter} ${width} ${height} ${ratio}`;
  const known = tiles.get(key);
  if (known) return known;
  const made = document.createElement("canvas");
  made.width = Math.round(width * ratio);
  made.height = Math.round(height * ratio);
  const to = made.getContext("2d")!;
  to.scale(ratio, ratio);
  to.beginPath();
  to.roundRect(0.5, 0.5, width - 1, height - 1, 3);
  to.clip();
  to.fillStyle = look.color;
  to.fillRect(0, 0, width, height);
  to.globalAlpha = 0.2;
  to.fillStyle = to.strokeStyle = look.ink;
  to.lineWidth = 1.3;
  pattern(to, look.pattern, width, height);
  tiles.set(key, made);
  return made;
}
