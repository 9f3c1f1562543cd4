// A table that sorts by its columns and draws its first rows; the rest waits behind a button.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Scroll } from "./parts";
import { t } from "./words";

export interface Column<T> {
  name: string;
  value: (row: T) => string | number | null;
  show?: (row: T) => ComponentChildren;
  isNumber?: boolean;
}

interface Properties<T> {
  caption: string;
  rows: T[];
  columns: (Column<T> | false)[]; // false: not there
  most?: number;
}

function order(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

export function Table<T>({ caption, rows, columns: all, most = 200 }: Properties<T>) {
  const columns = all.filter((column) => column !== false);
  const [by, setBy] = useState({ column: -1, isDown: false });
  const [isOpen, setOpen] = useState(false);
  const sorted = useMemo(() => {
    const column = columns[by.column];
    if (!column) return rows;
    const sign = by.isDown ? -1 : 1;
    return [...rows].sort((a, b) => sign * order(column.value(a), column.value(b)));
  }, [rows, by]);
  const shown = isOpen ? sorted : sorted.slice(0, most);
  const press = (column: number) =>
    setBy((old) => ({ column, isDown: old.column === column ? !old.isDown : !!columns[column].isNumber }));
  return <div>
    <Scroll label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => {
              const sort = by.column !== index ? "none" : by.isDown ? "descending" : "ascending";
              return <th scope="col" aria-sort={sort} class={column.isNumber ? "number" : ""}>
                <button type="button" class="plain" onClick={() => press(index)}>
                  {column.name}<span aria-hidden="true" class="sort" />
                </button>
              </th>;
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => <tr>
            {columns.map((column) => <td class={column.isNumber ? "number" : ""}>{column.show ? column.show(row) : column.value(row)}</td>)}
          </tr>)}
        </tbody>
      </table>
    </Scroll>
    {shown.length < sorted.length && <button type="button" onClick={() => setOpen(true)}>{t("Show all {0}", sorted.length)}</button>}
  </div>;
}
