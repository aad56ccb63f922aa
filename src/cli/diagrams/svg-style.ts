/**
 * How a statechart looks, in light and dark. A page that shows it inline may set `data-theme`
 * on it, and lights a state or a transition by giving its element the class `lit`.
 * Every rule begins at `.statechart`, so that none reaches beyond the picture.
 */
import { faces } from './block.ts';

const light = {
  paper: '#ffffff',
  region: '#f5f6f8',
  frame: '#c3c9d1',
  state: '#ffffff',
  edge: '#59636f',
  line: '#67717d',
  card: '#ffffff',
  text: '#15191e',
  quiet: '#4d5762',
  accent: '#0b57a4',
  lit: '#fff0cf',
  'lit-line': '#a34f00',
};

const dark: typeof light = {
  paper: '#101418',
  region: '#171c22',
  frame: '#39434e',
  state: '#222a33',
  edge: '#a3aebb',
  line: '#8b97a4',
  card: '#1d242c',
  text: '#eef2f6',
  quiet: '#b1bbc6',
  accent: '#86bdf5',
  lit: '#4a3410',
  'lit-line': '#ffb651',
};

export const palettes = { light, dark };

const properties = (colours: typeof light): string =>
  Object.entries(colours)
    .map(([name, value]) => `--sc-${name}: ${value};`)
    .join(' ');

export const style = (): string => `
.statechart { ${properties(light)} color-scheme: light dark;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
  .statechart:not([data-theme="light"]) { ${properties(dark)} }
}
.statechart[data-theme="dark"] { ${properties(dark)} }
.statechart text { fill: var(--sc-text); }
.statechart .name { font-size: ${faces.name.size}px; font-weight: 600; }
.statechart .event { font-size: ${faces.event.size}px; font-weight: 600; }
.statechart .settles { font-size: ${faces.settles.size}px; font-style: italic; fill: var(--sc-quiet); }
.statechart .words { font-size: ${faces.words.size}px; fill: var(--sc-quiet); }
.statechart .heading { font-size: 14px; font-weight: 600; fill: var(--sc-accent); }
.statechart .middle { text-anchor: middle; }
.statechart .paper { fill: var(--sc-paper); }
.statechart .frame { fill: var(--sc-region); stroke: var(--sc-frame); }
.statechart .decides > .frame { stroke: var(--sc-accent); stroke-width: 1.5; }
.statechart .box { fill: var(--sc-state); stroke: var(--sc-edge); stroke-width: 1.5; }
.statechart .border { fill: none; stroke: var(--sc-edge); stroke-width: 1.5; }
.statechart .rule { stroke: var(--sc-frame); }
.statechart .anywhere .box { stroke-dasharray: 5 4; }
.statechart .dot, .statechart .head { fill: var(--sc-line); }
.statechart .line, .statechart .glow { fill: none; stroke: var(--sc-line); stroke-width: 1.5; }
.statechart .settling .line { stroke-dasharray: 5 4; }
.statechart .glow { stroke: none; }
.statechart .card { fill: var(--sc-card); stroke: var(--sc-frame); }
.statechart .part { fill: transparent; }
.statechart .state.lit > .box { fill: var(--sc-lit); stroke: var(--sc-lit-line); stroke-width: 2.5; }
.statechart .state.lit > .border { stroke: var(--sc-lit-line); }
.statechart .transition.lit > .glow { stroke: var(--sc-lit-line); stroke-width: 3; }
.statechart .transition.lit > .glow-head { fill: var(--sc-lit-line); }
.statechart .transition.lit > .part { fill: var(--sc-lit); stroke: var(--sc-lit-line); }
.statechart .glow-head { fill: none; }
`;
