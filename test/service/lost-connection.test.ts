/**
 * The danger: the connection is lost after the database has committed and before it could
 * say so. A service that tries again may store twice; one that gives up may say "nothing
 * was done" of what was done; and whoever follows along may never hear of it. Here the
 * real store does its work, and its answer is lost.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { openStore } from '../../src/cli/open-store.ts';
import { defaultLimits } from '../../src/service/committer.ts';
import type { Change } from '../../src/service/publisher.ts';
import { StatementFailed, StoreAway, type Store } from '../../src/store/port.ts';
import { onEachEngine } from '../support/engines.ts';
import { faulty } from './faulty-store.ts';
import { serviceOn, silent } from '../support/service.ts';
import { newAlarm, newTask, startTask, taskStarted, wordFor } from './tasks.ts';

onEachEngine('a service whose connection is lost', (database) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(readConfig(await database()), silent);
  });
  afterAll(() => store.close());

  /** A task that waits for its worker. */
  const waitingTask = async (): Promise<string> => {
    const taskId = randomUUID();
    await serviceOn(store).create(newTask(taskId));
    return taskId;
  };

  const historyOf = async (instanceId: string, lifecycle = 'task'): Promise<string[]> =>
    (await store.readHistory({ lifecycle, instanceId }, -1, 100)).map(({ type }) => type);

  /** The real store; the answers to its first `times` commits are lost, after they were done. */
  const losing = (times: number): Store => {
    let left = times;
    return faulty(store, {
      after() {
        left -= 1;
        if (left >= 0) throw new StoreAway(true, null);
      },
    });
  };

  const away = (): Promise<never> => Promise.reject(new StoreAway(false, null));

  describe('for one answer to a commit', () => {
    it('answers a command as accepted, with the event that is stored', async () => {
      const taskId = await waitingTask();
      const answer = await serviceOn(losing(1)).send(startTask(taskId, 'c-1'));
      expect(wordFor(answer)).toBe('accepted');
      expect(await historyOf(taskId)).toEqual(['TaskCreated', 'TaskStarted']);
      const key = { lifecycle: 'task', instanceId: taskId };
      const stored = await store.findCommand(key, 'c-1');
      expect(answer).toMatchObject({ record: stored, instance: { state: { version: 1 } } });
      const again = await serviceOn(store).send(startTask(taskId, 'c-1'));
      expect(again).toMatchObject({ outcome: 'duplicate', record: stored });
    });

    it('answers the creation of a task as created', async () => {
      const taskId = randomUUID();
      const answer = await serviceOn(losing(1)).create(newTask(taskId, 'c-1'));
      expect(await historyOf(taskId)).toEqual(['TaskCreated']);
      expect(wordFor(answer)).toBe('created');
    });

    it('answers the opening of an alarm as created, to this one caller and no other', async () => {
      const alarm = newAlarm(randomUUID());
      const first = await serviceOn(losing(1)).create(alarm);
      const second = await serviceOn(store).create(alarm);
      expect([first, second].map(wordFor)).toEqual(['created', 'existing']);
    });

    it('stores a delivered event once, and does not refuse it', async () => {
      const taskId = await waitingTask();
      const answer = await serviceOn(losing(1)).deliver(taskStarted(taskId, `e-${taskId}`));
      expect(['accepted', 'duplicate']).toContain(wordFor(answer));
      expect(await historyOf(taskId)).toEqual(['TaskCreated', 'TaskStarted']);
    });

    it('tells those who follow along of every event that was stored, once', async () => {
      const [commanded, delivered, created] = [
        await waitingTask(),
        await waitingTask(),
        randomUUID(),
      ];
      const heard: string[] = [];
      const following = (service: ReturnType<typeof serviceOn>) => {
        service.publisher.follow(({ record }: Change) => {
          heard.push(`${record.type} of ${record.instanceId}`);
        });
        return service;
      };
      await following(serviceOn(losing(1))).send(startTask(commanded, null));
      await following(serviceOn(losing(1))).deliver(taskStarted(delivered, `e-${delivered}`));
      await following(serviceOn(losing(1))).create(newTask(created));
      expect(heard).toEqual([
        `TaskStarted of ${commanded}`,
        `TaskStarted of ${delivered}`,
        `TaskCreated of ${created}`,
      ]);
    });
  });

  describe('and cannot look up what became of the commit', () => {
    it('says of a command that its outcome is unknown', async () => {
      const taskId = await waitingTask();
      const service = serviceOn({ ...losing(1), findEvent: away });
      const answer = service.send(startTask(taskId, 'c-1'));
      await expect(answer).rejects.toMatchObject({ name: 'StoreAway', maybeDone: true });
      expect(await historyOf(taskId)).toEqual(['TaskCreated', 'TaskStarted']);
    });

    it('says of a delivered event that its outcome is unknown', async () => {
      const taskId = await waitingTask();
      const service = serviceOn({ ...losing(1), findEvent: away });
      const answer = service.deliver(taskStarted(taskId, `e-${taskId}`));
      await expect(answer).rejects.toMatchObject({ name: 'StoreAway', maybeDone: true });
      expect(await historyOf(taskId)).toEqual(['TaskCreated', 'TaskStarted']);
    });

    it('says of a creation that its outcome is unknown', async () => {
      const taskId = randomUUID();
      let reads = 0;
      const service = serviceOn({
        ...losing(1),
        findEvent: away,
        loadInstance(key) {
          reads += 1;
          return reads === 1 ? store.loadInstance(key) : away();
        },
      });
      const answer = service.create(newTask(taskId, 'c-1'));
      await expect(answer).rejects.toMatchObject({ name: 'StoreAway', maybeDone: true });
      expect(await historyOf(taskId)).toEqual(['TaskCreated']);
    });

    it('says that it is unknown also when the second try is refused by the database', async () => {
      const taskId = await waitingTask();
      let commits = 0;
      const service = serviceOn(
        faulty(store, {
          before() {
            commits += 1;
            // A standby that took over, or a disk that is full.
            if (commits > 1) throw new StatementFailed('other', null, null);
          },
          after() {
            throw new StoreAway(true, null);
          },
        }),
      );
      const outcome = await service
        .send(startTask(taskId, 'c-1'))
        .then(wordFor, (error: unknown) =>
          error instanceof StoreAway && error.maybeDone ? 'unknown' : String(error),
        );
      expect(await historyOf(taskId)).toEqual(['TaskCreated', 'TaskStarted']);
      expect(['accepted', 'unknown']).toContain(outcome);
    });
  });

  it('for good after a commit says so, and the same id settles it when the database is back', async () => {
    const taskId = await waitingTask();
    const service = serviceOn(losing(1 + defaultLimits.retries));
    await expect(service.send(startTask(taskId, 'c-1'))).rejects.toMatchObject({
      name: 'StoreAway',
      maybeDone: true,
    });
    const [first, second] = [
      await serviceOn(store).send(startTask(taskId, 'c-1')),
      await service.send(startTask(taskId, 'c-1')),
    ];
    expect([first, second].map(wordFor)).toEqual(['duplicate', 'duplicate']);
    expect(await historyOf(taskId)).toEqual(['TaskCreated', 'TaskStarted']);
  });

  it('before anything was sent says that nothing was done, and is right', async () => {
    const taskId = await waitingTask();
    let gone = true;
    const service = serviceOn(
      faulty(store, {
        before() {
          if (gone) throw new StoreAway(false, null);
        },
      }),
    );
    await expect(service.send(startTask(taskId, 'c-1'))).rejects.toMatchObject({
      name: 'StoreAway',
      maybeDone: false,
    });
    expect(await historyOf(taskId)).toEqual(['TaskCreated']);
    gone = false;
    expect(wordFor(await service.send(startTask(taskId, 'c-1')))).toBe('accepted');
  });
});
