/**
 * Where the regions stand: side by side in one row if they fit, else in rows, the one that
 * comes first, which decides, on top. Owns the places of whole regions.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Slot extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Packing extends Size {
  /** In the order of what was packed. All in a row are equally high, and all rows equally wide. */
  readonly slots: readonly Slot[];
}

/** With the sheet's margins, what a screen of 1600 pixels shows. */
export const MOST_WIDTH = 1_568;
const GAP = 16;

export const packed = (sizes: readonly Size[], mostWidth = MOST_WIDTH): Packing => {
  const rows = rowsOf(sizes, mostWidth);
  const widths = rows.map((row) => row.reduce((sum, { width }) => sum + width + GAP, -GAP));
  const width = Math.max(0, ...widths);
  let y = 0;
  const slots = rows.flatMap((row, index) => {
    const height = Math.max(...row.map((each) => each.height));
    const spare = width - (widths[index] ?? width);
    let x = 0;
    const placed = row.map((each, nth) => {
      const share = Math.floor(spare / row.length) + (nth === 0 ? spare % row.length : 0);
      const slot = { x, y, width: each.width + share, height };
      x += slot.width + GAP;
      return slot;
    });
    y += height + GAP;
    return placed;
  });
  return { slots, width, height: Math.max(0, y - GAP) };
};

const rowsOf = (sizes: readonly Size[], mostWidth: number): Size[][] => {
  const rows: Size[][] = [];
  for (const size of sizes) {
    const row = rows.at(-1);
    const width = row?.reduce((sum, each) => sum + each.width + GAP, size.width) ?? Infinity;
    if (row === undefined || width > mostWidth) rows.push([size]);
    else row.push(size);
  }
  return rows;
};
