/**
 * The danger: two writers decide on the same state, and the order in which they arrive
 * makes a difference. Every such pair that exploration finds is raced, in both orders:
 * the first is stored; the second, decided on the same sequence, is told that it is
 * taken; decided again, it gets the answer that the rules give after the first.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import type { Fact, Lifecycle } from '../../src/kernel/lifecycle.ts';
import { racingPairs, type RacingPair } from '../../src/kernel/races.ts';
import { serviceLayer, type Layer } from '../model/layers/layer.ts';
import { vary } from '../model/layers/vary.ts';
import { newDatabase } from '../support/engines.ts';

const LANES = 64;
const MINUTES = 60_000;

let number = 0;
const nextId = (): string => `race-${(number += 1)}`;

/** What was not as it must be; null if all was. */
const race = async (
  layer: Layer,
  lifecycle: Lifecycle,
  { history, first, second, answer }: RacingPair,
): Promise<string | null> => {
  const [creation, ...facts] = history;
  if (creation === undefined) return 'a history begins with its creation';
  const id = await layer.create(lifecycle, vary(lifecycle, creation.payload));
  const send = (fact: Fact, eventId: string, sequence: number) =>
    layer.deliver(lifecycle, id, fact, eventId, sequence);
  for (const [index, fact] of facts.entries()) await send(fact, nextId(), index + 1);
  const sequence = facts.length + 1;
  const late = nextId();
  const [winner, loser] = await Promise.all([
    send(first, nextId(), sequence),
    send(second, late, sequence),
  ]);
  const again = await send(second, late, sequence + 1);
  const seen = [winner.outcome, loser.outcome, again.outcome].join(', ');
  const expected = ['accepted', 'HISTORY_CONFLICT', answer.refused ? answer.reason : 'accepted'];
  // The same fact under another id is told so, instead of the rules' reason.
  const same = ['accepted', 'HISTORY_CONFLICT', 'DUPLICATE_FACT'].join(', ');
  if (seen === expected.join(', ') || (first.type === second.type && seen === same)) return null;
  return `${first.name} before ${second.name}: expected ${expected.join(', ')}, seen ${seen}`;
};

describe('whenever the order of two events makes a difference', () => {
  let layer: Layer;
  beforeAll(async () => {
    layer = await serviceLayer(await newDatabase.PostgreSQL(), lifecycles);
  });
  afterAll(() => layer.close());

  it.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
    'the first wins and the second is judged after it, for the %s',
    async (_, lifecycle) => {
      const queue = racingPairs(lifecycle);
      const total = queue.length;
      const faults: string[] = [];
      let raced = 0;
      const lane = async (): Promise<void> => {
        for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
          const fault = await race(layer, lifecycle, pair);
          if (fault !== null) faults.push(fault);
          raced += 1;
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      expect(faults.slice(0, 5)).toEqual([]);
      expect(raced).toBe(total);
      process.stdout.write(`${lifecycle.name}: ${raced} ordered pairs raced\n`);
    },
    5 * MINUTES,
  );
});
