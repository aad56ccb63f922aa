/**
 * Faults that only show when everything is tried. A small sound machine, a parcel whose tracking
 * follows its trip, and a table of plants: each drawing is well-formed, and its steps are not.
 */
import { assign, createMachine } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { guardsOf, place, type Condition } from '../../src/kernel/condition.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { EventCase, Lifecycle } from '../../src/kernel/lifecycle.ts';
import { lint } from '../../src/kernel/lint/lint.ts';

interface Parts {
  readonly context?: object;
  readonly packed?: object;
  readonly sent?: object;
  readonly quiet?: object;
  /** What the action `note` writes when the parcel is weighed. */
  readonly write?: (context: { readonly grams: number }) => object;
  readonly guards?: Readonly<Record<string, unknown>>;
  readonly conditions?: Readonly<Record<string, readonly Condition[]>>;
  readonly papers?: Partial<Lifecycle>;
}

const description = 'In words.';
const to = (guard: string, target: string): object => ({ description, guard, target });
const weighing = { Weighed: { description, guard: 'maySend', actions: 'note' } };
const sending = { Sent: to('maySend', 'sent') };
const eventCase = (type: string, payload: EventCase['payload'] = () => ({})): EventCase => ({
  name: type,
  type,
  payload,
});
const event = { says: 'It is so.', payload: z.strictObject({ grams: z.number().optional() }) };
const events = { Packed: event, Weighed: event, Sent: event, Arrived: event };
const cases = {
  creations: [{ name: 'packed', payload: {} as JsonObject }],
  events: ['Weighed', 'Sent', 'Arrived'].map((type) => eventCase(type)),
};
const sound: Readonly<Record<string, readonly Condition[]>> = {
  maySend: [place('trip', ['packed'])],
  mayArrive: [place('trip', ['sent'])],
  isOver: [place('trip', ['arrived'])],
};

const parcel = (parts: Parts = {}): Lifecycle => {
  const conditions = { ...sound, ...parts.conditions };
  const { write = () => ({ grams: 5 }) } = parts;
  const guards = { ...guardsOf(conditions), ...parts.guards };
  const note = assign(({ context }) => write(context as { grams: number }));
  const config = {
    type: 'parallel',
    context: { grams: 0, ...parts.context },
    states: {
      trip: {
        initial: 'packed',
        states: {
          packed: { on: { ...weighing, ...sending }, ...parts.packed },
          sent: { on: { Arrived: to('mayArrive', 'arrived') }, ...parts.sent },
          arrived: { type: 'final' },
        },
      },
      tracking: {
        initial: 'quiet',
        states: {
          quiet: { on: { Sent: to('maySend', 'live') }, ...parts.quiet },
          live: { always: to('isOver', 'quiet') },
        },
      },
    },
  };
  return {
    ...alarm,
    machine: createMachine(config as never, { guards, actions: { note } } as never),
    decidingRegion: 'trip',
    conditions,
    creation: { ...alarm.creation, event: 'Packed' },
    events,
    commands: {},
    statuses: ['packed', 'sent', 'arrived'],
    status: (at) => at['trip'] ?? '',
    decidedOn: 'version',
    invariants: [],
    view: (context) => context,
    cases,
    ...parts.papers,
  };
};

const thrower = (): never => {
  throw new Error('out of paper');
};
const [, ...laterCases] = cases.events;
const papers = (changed: Partial<Lifecycle>): Parts => ({ papers: changed });
const withCase = (payload: EventCase['payload']): Parts =>
  papers({ cases: { ...cases, events: [...laterCases, eventCase('Weighed', payload)] } });
const writes = (grams: () => unknown): Parts => ({ write: () => ({ grams: grams() }) });
const failing: Condition = { name: 'never', refusal: 'NEVER', says: 'never', test: () => false };
const blind: Condition = { ...failing, test: thrower };
const decidedOnStatus = (yields: string): Partial<Lifecycle> => {
  const { CloseAlarm } = alarm.commands;
  return {
    decidedOn: 'status',
    commands: CloseAlarm === undefined ? {} : { Act: { ...CloseAlarm, yields: [yields] } },
  };
};
const packedOrGone: Lifecycle['status'] = ({ trip }) => (trip === 'packed' ? trip : 'gone');
const round = { description, target: '#round', reenter: true, actions: 'note' };
const on = { Sent: to('mayArrive', 'packed'), Arrived: to('mayArrive', 'arrived') };
const twice = [{ ...weighing.Weighed, guard: 'shut' }, weighing.Weighed];

type Fault = readonly [name: string, parts: Parts, findings: string | readonly string[]];

const endings: readonly Fault[] = [
  ['a payload that throws', withCase(thrower), 'throws: case "Weighed"'],
  ['an action that throws', { write: thrower }, 'throws: case "Weighed"'],
  ['a RangeError of its own', writes(() => new Date(NaN).toISOString()), 'throws: case "Weighed"'],
  ['a condition that throws', { conditions: { mayArrive: [blind] } }, 'throws: case "Arrived"'],
  ['a status that throws', papers({ status: thrower }), 'throws: the creation'],
  ['a loop at once', { packed: { id: 'round', always: round } }, 'always-loop: the creation'],
  ['a loop later on', { sent: { id: 'round', on, always: round } }, 'always-loop: case "Sent"'],
  ['a first context not plain', { context: { at: new Map() } }, 'plain-context: the creation'],
  ['NaN in the context', writes(() => NaN), 'plain-context: case "Weighed"'],
  ['a new key in the context', { write: () => ({ ounces: 1 }) }, 'plain-context: case "Weighed"'],
  [
    'cases without a bound',
    { write: (by) => ({ grams: by.grams + 1 }) },
    'unbounded: the exploration',
  ],
];

const judgements: readonly Fault[] = [
  ['an invalid payload', withCase(() => ({ pounds: 1 })), 'case-payload: case "Weighed"'],
  [
    'a payload invalid later on',
    withCase((at) => (at.status === 'sent' ? { grams: 'x' } : {})),
    'case-payload: case "Weighed"',
  ],
  [
    'a payload not plain',
    withCase(() => ({ grams: undefined }) as never),
    'case-payload: case "Weighed"',
  ],
  [
    'an invalid creation',
    papers({ cases: { ...cases, creations: [{ name: 'c', payload: { x: 1 } }] } }),
    'case-payload: creation "c"',
  ],
  [
    'a broken invariant',
    papers({ invariants: [{ name: 'light', holds: ({ context }) => context['grams'] === 0 }] }),
    'invariant-broken: case "Weighed"',
  ],
  [
    'a creation that breaks an invariant',
    papers({ statuses: [], invariants: [{ name: 'no', holds: () => false }] }),
    'invariant-broken: creation "packed"',
  ],
  ['an undeclared status', papers({ statuses: ['packed', 'sent'] }), 'status: status "arrived"'],
  [
    'a status without a state',
    papers({ statuses: ['packed', 'sent', 'arrived', 'lost'] }),
    'status: status "lost"',
  ],
  [
    'a status twice',
    papers({ statuses: ['packed', 'sent', 'sent', 'arrived'] }),
    'status: status "sent"',
  ],
  [
    'a final status that goes on',
    papers({ statuses: ['packed', 'gone'], status: packedOrGone }),
    'terminal: case "Arrived"',
  ],
  [
    'a follower that moves on a refusal',
    { quiet: { on: { Sent: to('free', 'live') } }, conditions: { free: [] } },
    'refusal-moves: case "Sent"',
  ],
  [
    "a follower's guard that throws on a refusal",
    { quiet: { on: { Arrived: to('blind', 'live') } }, conditions: { blind: [blind] } },
    'throws: case "Arrived"',
  ],
  [
    'a guard that holds where its conditions do not',
    { guards: { mayArrive: () => true }, conditions: { mayArrive: [failing] } },
    ['status: status "arrived"', 'refusal-moves: case "Arrived"'],
  ],
  [
    'a guard that fails where its conditions hold',
    { guards: { mayArrive: () => false } },
    ['status: status "arrived"', 'acceptance-idle: case "Arrived"'],
  ],
  [
    'a guard that takes what the next one decides',
    {
      packed: { on: { Weighed: twice, ...sending } },
      conditions: { shut: [failing] },
      guards: { shut: () => true },
    },
    'guard-differs: case "Weighed"',
  ],
  ['a command that stays', papers(decidedOnStatus('Weighed')), 'status-token: case "Weighed"'],
  [
    'a status that returns',
    { sent: { on }, papers: decidedOnStatus('Sent') },
    'status-token: the lifecycle',
  ],
  ["a view with the answer's names", papers({ view: () => ({ version: 1 }) }), 'view: the view'],
  ["a view with the id's name", papers({ view: () => ({ alarmId: 1 }) }), 'view: the view'],
  ['a view that is not plain', papers({ view: () => ({ grams: NaN }) }), 'view: the view'],
  ['a view that throws', papers({ view: thrower }), 'view: the view'],
];

const found = (parts: Parts): string[] =>
  lint(parcel(parts)).map(({ rule, where }) => `${rule}: ${where}`);

describe('the lint by exhaustion', () => {
  it('finds nothing in the sound parcel, so that what it finds below is what was planted', () => {
    expect(lint(parcel())).toEqual([]);
    expect(lint(parcel(papers(decidedOnStatus('Sent'))))).toEqual([]);
  });

  it.each([...endings, ...judgements])('finds %s', (_, parts, findings) => {
    expect(found(parts)).toEqual([findings].flat());
  });

  it('tells a fault once, of its first state, with the number of the others', () => {
    const [finding] = lint(parcel(withCase(() => ({ pounds: 1 }))));
    expect(finding?.says).toMatch(
      /, when trip is packed, tracking is quiet \(and in 5 more states\)$/u,
    );
  });

  it('explores once, whatever the number of rules', () => {
    const payload = vi.fn<() => JsonObject>(() => ({}));
    expect(found(withCase(payload))).toEqual([]);
    expect(payload).toHaveBeenCalledTimes(6);
  });
});
