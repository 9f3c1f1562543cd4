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
