/** What counts as plain JSON: only what storage gives back exactly as it was. */
import { describe, expect, it } from 'vitest';
import { whyNotPlain } from '../../src/kernel/lint/plain.ts';

const cyclic: unknown[] = [];
cyclic.push({ again: cyclic });
class Money {
  readonly cents = 5;
}

const foreign: readonly (readonly [value: unknown, why: string])[] = [
  [NaN, 'context.it is NaN'],
  [-Infinity, 'context.it is -Infinity'],
  [undefined, 'context.it is undefined'],
  [1n, 'context.it is a bigint'],
  [Symbol('s'), 'context.it is a symbol'],
  [() => 1, 'context.it is a function'],
  [new Date(0), 'context.it is an instance of Date'],
  [new Map(), 'context.it is an instance of Map'],
  [new Money(), 'context.it is an instance of Money'],
  [[1, undefined], 'context.it.1 is undefined'],
  [Array.from({ length: 1 }), 'context.it.0 is undefined'],
  [{ deep: [{ at: NaN }] }, 'context.it.deep.0.at is NaN'],
  [
    { sessionId: 1, send: 2, ref: 3 },
    'context.it has the shape of an actor, which XState replaces',
  ],
  [{ xstate$$type: 1, id: 'x' }, 'context.it has the shape of an actor, which XState replaces'],
];

describe('plain JSON', () => {
  it.each(foreign)('is not %o', (value, why) => {
    expect(whyNotPlain({ it: value }, 'context')).toBe(why);
  });

  it('does not contain itself', () => {
    expect(whyNotPlain(cyclic, 'context')).toMatch(/^context\.0\.again.* is nested without end$/u);
  });

  it('is everything that JSON writes and reads back', () => {
    const value = { n: null, b: true, i: -1.5, s: '', list: [[], {}], send: 1, ref: 2 };
    expect(whyNotPlain(value, 'context')).toBeNull();
    expect(whyNotPlain(Object.create(null), 'context')).toBeNull();
  });
});
