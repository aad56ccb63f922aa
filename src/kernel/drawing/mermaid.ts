/**
 * A statechart as a Mermaid state diagram: a box per region, an arrow per pair of states, and in
 * words under what conditions it is taken and with which reason it is refused.
 */
import { decidesCandidacy, type Condition } from '../condition.ts';
import { bundlesOf, type Bundle, type Cause } from './bundles.ts';
import { statesOf, type Chart, type ChartRegion, type ChartState } from './chart.ts';
import { mermaidNames, type Naming } from './mermaid-names.ts';
import { mermaidLines, mermaidText } from './mermaid-text.ts';

export const mermaidOf = (chart: Chart): string => {
  const naming = mermaidNames(chart);
  const bodies = chart.regions.map((region) => ({
    region,
    lines: regionLines(chart, region, naming),
  }));
  const parallel = bodies.flatMap(({ region, lines }, index) => [
    ...(index > 0 ? ['--'] : []),
    ...block(region.decides ? `${region.name} decides` : region.name, naming.region(region), lines),
  ]);
  return [
    'stateDiagram-v2',
    ...indented([
      `accTitle: ${mermaidText(`The statechart of ${chart.name}`)}`,
      `accDescr: ${mermaidText(READING)}`,
      ...(bodies.length === 1
        ? bodies.flatMap(({ lines }) => lines)
        : block(chart.name, naming.chart, parallel)),
    ]),
    '',
  ].join('\n');
};

const READING =
  'Below an event stands what must hold, with the reason for which it is refused otherwise. ' +
  'Where no reason stands, it is ILLEGAL_TRANSITION.';

const block = (title: string, name: string, lines: readonly string[]): string[] => [
  `state "${mermaidText(title)}" as ${name} {`,
  ...indented(lines),
  '}',
];

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const regionLines = (chart: Chart, region: ChartRegion, naming: Naming): string[] => {
  const bundles = bundlesOf(chart, region);
  const stays = bundles.filter((bundle) => bundle.stays);
  const creation = region.decides ? ` : ${mermaidText(chart.creation)}` : '';
  return [
    ...(bundles.some(({ from }) => from === region.name)
      ? [`state "any state" as ${naming.of(region.name)}`]
      : []),
    ...region.states.flatMap((state) => stateLines(state, naming, creation)),
    ...stays.flatMap((bundle) => happeningLines(bundle, region, naming)),
    ...bundles
      .filter((bundle) => !bundle.stays)
      .map(({ from, to, causes }) => {
        const words = causes.flatMap((cause) => causeWords(cause, region));
        return `${naming.of(from)} --> ${naming.of(to)} : ${mermaidLines(words)}`;
      }),
    ...statesOf(region.states)
      .filter(({ final }) => final)
      .map(({ id }) => `${naming.of(id)} --> [*]`),
  ];
};

const stateLines = (state: ChartState, naming: Naming, creation: string): string[] => {
  const name = naming.of(state.id);
  const inside = state.inside.flatMap((inner) => stateLines(inner, naming, ''));
  return [
    ...(inside.length === 0
      ? [`state "${mermaidText(state.name)}" as ${name}`]
      : block(state.name, name, inside)),
    ...(state.says === '' || inside.length > 0 ? [] : [`${name} : ${mermaidText(state.says)}`]),
    ...(state.initial ? [`[*] --> ${name}${creation}`] : []),
  ];
};

/** What happens without leaving a state is written into it. */
const happeningLines = (
  { from, causes }: Bundle,
  region: ChartRegion,
  naming: Naming,
): string[] => [
  `${naming.of(from)} : ${mermaidLines(['', 'without leaving it'])}`,
  ...causes.map(
    (cause) => `${naming.of(from)} : ${mermaidLines(['', ...causeWords(cause, region)])}`,
  ),
];

/** The event on the first line, what it asks on the others. */
const causeWords = ({ event, shared, ways }: Cause, { decides }: ChartRegion): string[] => {
  const told = (condition: Condition): string =>
    decides && !decidesCandidacy(condition)
      ? `${condition.says}, else ${condition.refusal}`
      : condition.says;
  const dotted = (conditions: readonly Condition[]): string[] =>
    conditions.map((condition) => `· ${told(condition)}`);
  const alternatives = ways.flatMap(({ asks }, index) => {
    const [first = 'nothing more', ...others] = asks.map(told);
    return [`${index === 0 ? 'either' : 'or'} ${first}`, ...others.map((each) => `and ${each}`)];
  });
  return [
    event ?? 'as soon as',
    ...dotted(shared),
    ...(ways.length === 1 ? dotted(ways.flatMap(({ asks }) => asks)) : alternatives),
  ];
};
