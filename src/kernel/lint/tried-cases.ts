/**
 * Gathers what one judgement finds among all tried cases: one finding per case and rule, told
 * of the first state in which it appeared, since one fault often shows in hundreds of states.
 */
import type { Exploration, Tried } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { read, type State } from '../step.ts';
import type { Finding, Rule } from './finding.ts';

export interface Fault {
  readonly rule: Rule;
  readonly says: string;
}

export type Judge = (tried: Tried, from: State) => Fault | null;

export const amongTried = (
  lifecycle: Lifecycle,
  { states, tried }: Exploration,
  judge: Judge,
): Finding[] => {
  const found = new Map<string, { fault: Fault; name: string; first: State; states: number }>();
  for (const one of tried) {
    const from = states.get(one.from);
    const fault = from === undefined ? null : judge(one, from);
    if (from === undefined || fault === null) continue;
    const { name } = one.eventCase;
    const key = JSON.stringify([fault.rule, name]);
    const known = found.get(key);
    if (known === undefined) found.set(key, { fault, name, first: from, states: 1 });
    else known.states += 1;
  }
  return [...found.values()].map(({ fault, name, first, states: count }) => ({
    rule: fault.rule,
    where: `case "${name}"`,
    says: `${fault.says}, when ${placeInWords(lifecycle, first)}${others(count - 1)}`,
  }));
};

const others = (count: number): string => {
  if (count === 0) return '';
  return count === 1 ? ' (and in one more state)' : ` (and in ${count} more states)`;
};

const placeInWords = (lifecycle: Lifecycle, state: State): string =>
  Object.entries(read(lifecycle, state).regions)
    .map(([region, path]) => `${region} is ${path}`)
    .join(', ');
