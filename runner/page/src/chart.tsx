// uPlot in the colours of the page, as wide as there is room.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { ink, useMedia } from "./parts";

type Options = Omit<uPlot.Options, "width" | "height">;

/** Axes with the colours of light or dark. */
export function axis(more: Partial<uPlot.Axis>): uPlot.Axis {
  const line = { stroke: ink("line"), width: 1 };
  return { stroke: ink("soft"), grid: line, ticks: line, font: "11px system-ui, sans-serif", ...more };
}

/** A horizontal line with a name, drawn over the points. */
export function limitLine(value: number, name: string): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const y = plot.valToPos(value, "y", true);
        const { left, top, width } = plot.bbox;
        if (y < top) return;
        const to = plot.ctx;
        to.save();
        to.strokeStyle = to.fillStyle = ink("bad");
        to.lineWidth = 1.5 * devicePixelRatio;
        to.setLineDash([6, 4]);
        to.beginPath();
        to.moveTo(left, y);
        to.lineTo(left + width, y);
        to.stroke();
        to.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
        to.textAlign = "right";
        to.fillText(name, left + width - 4, y - 5 * devicePixelRatio);
        to.restore();
      },
    },
  };
}

export function Chart({ label, options, values, height = 300 }:
  { label: string; options: () => Options; values: uPlot.AlignedData; height?: number }) {
  const box = useRef<HTMLDivElement>(null);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  useEffect(() => {
    const quiet = { legend: { show: false }, cursor: { drag: { x: false, y: false } } };
    const plot = new uPlot({ ...quiet, ...options(), width: box.current!.clientWidth, height }, values, box.current!);
    const watch = new ResizeObserver(() => box.current && plot.setSize({ width: box.current.clientWidth, height }));
    watch.observe(box.current!);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [values, isDark]);
  return <div class="chart" ref={box} role="img" aria-label={label} style={{ minHeight: `${height}px` }} />;
}
