/**
 * The service, driven at random in ways that a caller, a bad line and a bad moment would,
 * against a model that is told the rules by the judge. The danger: a combination nobody
 * thought of. The seed is printed; on failure fast-check prints the shortest way to it.
 */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarm } from '../../../machines/alarm/lifecycle.ts';
import { task } from '../../../machines/task/lifecycle.ts';
import { readConfig } from '../../../src/cli/config.ts';
import { openStore } from '../../../src/cli/open-store.ts';
import type { Store } from '../../../src/store/port.ts';
import { onEachEngine } from '../../support/engines.ts';
import { silent } from '../../support/service.ts';
import { alarmCreation, alarmEvent, taskCreation, taskEvent } from '../random-walks.ts';
import { Crash } from './crash.ts';
import { Create } from './create.ts';
import { Gap } from './gap.ts';
import { expectStored, Real, type Model } from './model.ts';
import { SendTwice } from './send-twice.ts';
import { Send } from './send.ts';
import { Stale } from './stale.ts';

const RUNS = 30;
const MAX_COMMANDS = 60;
const MINUTES = 60_000;

const lifecycles = [
  [task, taskCreation, taskEvent],
  [alarm, alarmCreation, alarmEvent],
] as const;

onEachEngine('a service under commands at random', (database) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(readConfig(await database()), silent);
  });
  afterAll(() => store.close());

  it.each(lifecycles.map((each) => [each[0].name, ...each] as const))(
    'knows and says of every %s what the model does',
    async (name, lifecycle, creation, event) => {
      const drawn = fc.record({ index: fc.nat({ max: 3 }), event });
      const moment = fc.constantFrom('before the commit' as const, 'after the commit' as const);
      const send = drawn.map((each) => new Send(each));
      const commands = fc.commands(
        [
          fc.tuple(creation, fc.integer({ min: 1, max: 3 })).map((each) => new Create(...each)),
          // More often than the others, to come to where it is interesting.
          send,
          send,
          send,
          send,
          drawn.map((each) => new SendTwice(each)),
          drawn.map((each) => new Stale(each)),
          drawn.map((each) => new Gap(each)),
          fc.tuple(drawn, moment).map((each) => new Crash(...each)),
        ],
        { maxCommands: MAX_COMMANDS, size: 'max' },
      );
      const seed = randomInt(2 ** 31);
      process.stdout.write(`commands at random for the ${name}: seed ${seed}\n`);
      let run = 0;
      const reached = new Set<string>();
      await fc.assert(
        fc.asyncProperty(commands, async (sent) => {
          run += 1;
          const real = new Real(lifecycle, store, `${name}-${run}`);
          const model: Model = [];
          await fc.asyncModelRun(() => ({ model, real }), sent);
          await expectStored(real, model);
          for (const { state } of model) reached.add(state.status);
        }),
        { seed, numRuns: RUNS },
      );
      expect(reached.size).toBeGreaterThanOrEqual(3);
    },
    3 * MINUTES,
  );
});
