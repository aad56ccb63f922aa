/** Blocks of words under each other, in two columns where one would be long. Owns how they are divided. */
import type { Block } from './block.ts';

export interface PlacedBlock {
  readonly x: number;
  readonly y: number;
  readonly block: Block;
}

export interface Columns {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly PlacedBlock[];
}

const BETWEEN_COLUMNS = 18;
const BETWEEN_BLOCKS = 8;
/** More blocks than these make two columns. */
const LONG = 4;

export const inColumns = (blocks: readonly Block[]): Columns => {
  if (blocks.length <= LONG) return oneColumn(blocks);
  const [first, ...others] = blocks
    .slice(1)
    .map((_, index) =>
      sideBySide(oneColumn(blocks.slice(0, index + 1)), oneColumn(blocks.slice(index + 1))),
    );
  if (first === undefined) return oneColumn(blocks);
  return others.reduce((best, next) => (next.height < best.height ? next : best), first);
};

const oneColumn = (blocks: readonly Block[]): Columns => {
  let y = 0;
  const placed = blocks.map((block) => {
    const at = y;
    y += block.height + BETWEEN_BLOCKS;
    return { x: 0, y: at, block };
  });
  return {
    width: Math.max(0, ...blocks.map(({ width }) => width)),
    height: Math.max(0, y - BETWEEN_BLOCKS),
    blocks: placed,
  };
};

const sideBySide = (left: Columns, right: Columns): Columns => {
  const shift = left.width + BETWEEN_COLUMNS;
  return {
    width: shift + right.width,
    height: Math.max(left.height, right.height),
    blocks: [...left.blocks, ...right.blocks.map((each) => ({ ...each, x: each.x + shift }))],
  };
};
