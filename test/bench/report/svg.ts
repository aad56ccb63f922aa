/** The ratios to the textbook as bars, the spread as a line across each bar's end. Reads on light and on dark pages. */
import type { Row } from '../rounds.ts';
import type { Spread } from '../statistics.ts';
import type { Results } from './results.ts';

const WIDTH = 820;
const LEFT = 330;
const RIGHT = 70;
const BAR = 18;
const STEP = 28;
const TOP = 50;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 15px }
  .bar { fill: #2f81f7 } .spread { stroke: #1f2328 } .one { stroke: #cf222e; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .spread { stroke: #e6edf3 } .one { stroke: #ff7b72 }
  }`;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Compared = Row & { readonly ratio: Spread };

/** Throughput over the textbook's: what latencies and comparisons of our own are not. */
const isAgainstTextbook = (row: Row): row is Compared =>
  row.ratio !== null && /^(?:store|service|http|deliveries)P/.test(row.name);

const barOf = ({ says, ratio }: Compared, index: number, scale: (value: number) => number) => {
  const y = TOP + index * STEP;
  const middle = y + BAR / 2;
  const end = scale(ratio.median);
  return [
    `<text x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${escape(says)}</text>`,
    `<rect class="bar" x="${LEFT}" y="${y}" width="${(end - LEFT).toFixed(1)}" height="${BAR}" rx="3"/>`,
    `<line class="spread" x1="${scale(ratio.least).toFixed(1)}" x2="${scale(ratio.most).toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${(scale(Math.max(ratio.most, ratio.median)) + 8).toFixed(1)}" y="${middle + 4}">${ratio.median.toFixed(1)} ×</text>`,
  ].join('\n');
};

export const toSvg = ({ rows, at }: Results): string => {
  const bars = rows.filter(isAgainstTextbook);
  const most = Math.max(1, ...bars.map(({ ratio }) => ratio.most));
  const scale = (value: number): number => LEFT + (value / most) * (WIDTH - LEFT - RIGHT);
  const height = TOP + bars.length * STEP + 20;
  const one = scale(1).toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>Events a second, as multiples of the textbook transaction</title>`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="10" y="24">Events a second; the textbook transaction is 1 (${at.slice(0, 10)})</text>`,
    ...bars.map((bar, index) => barOf(bar, index, scale)),
    `<line class="one" x1="${one}" x2="${one}" y1="${TOP - 10}" y2="${height - 10}"/>`,
    '</svg>',
    '',
  ].join('\n');
};
