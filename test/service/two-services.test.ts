/**
 * The danger: two processes are asked the same at the same moment. Neither has the other's
 * answer in its memory, both find the way free, and the database alone can tell them apart.
 * Two services on one store stand for the two processes.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { openStore } from '../../src/cli/open-store.ts';
import type { Service } from '../../src/service/service.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachEngine } from '../support/engines.ts';
import { serviceOn, silent } from '../support/service.ts';
import { newAlarm, newTask, startTask, taskStarted, wordFor } from './tasks.ts';

const TIMES = 25;

onEachEngine('two services that are asked the same at once', (database) => {
  let store: Store;
  let services: readonly [Service, Service];
  beforeAll(async () => {
    store = await openStore(readConfig(await database()), silent);
    services = [serviceOn(store), serviceOn(store)];
  });
  afterAll(() => store.close());

  const both = <T>(ask: (service: Service) => Promise<T>): Promise<T[]> =>
    Promise.all(services.map((service) => ask(service)));
  const newTaskId = async (): Promise<string> => {
    const taskId = randomUUID();
    await services[0].create(newTask(taskId));
    return taskId;
  };

  it('accept a command once under its id, and both answer the one event', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const taskId = await newTaskId();
      const answers = await both((service) => service.send(startTask(taskId, 'c-1')));
      expect(answers.map(wordFor).toSorted()).toEqual(['accepted', 'duplicate']);
      const events = answers.map((answer) => ('record' in answer ? answer.record.eventId : ''));
      expect(events[0]).toBe(events[1]);
    }
  });

  it('accept one of two commands of the same version, and tell the other the version that is', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const taskId = await newTaskId();
      const answers = await both((service) => service.send(startTask(taskId, null)));
      expect(answers.map(wordFor).toSorted()).toEqual(['VERSION_CONFLICT', 'accepted']);
      expect(answers.map(({ instance }) => instance?.state.version)).toEqual([1, 1]);
    }
  });

  it('accept a delivered event once under its id', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const taskId = await newTaskId();
      const event = taskStarted(taskId, `e-${taskId}`);
      const answers = await both((service) => service.deliver(event));
      expect(answers.map(wordFor).toSorted()).toEqual(['accepted', 'duplicate']);
    }
  });

  it('open one alarm, and tell exactly one caller that it was created', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const alarm = newAlarm(randomUUID());
      const answers = await both((service) => service.create(alarm));
      expect(answers.map(wordFor).toSorted()).toEqual(['created', 'existing']);
    }
  });

  it('create one task of one id, and refuse the one with other input', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const taskId = randomUUID();
      const answers = await Promise.all([
        services[0].create(newTask(taskId, null, { kind: 'mail' })),
        services[1].create(newTask(taskId, null, { kind: 'print' })),
      ]);
      expect(answers.map(wordFor).toSorted()).toEqual(['INSTANCE_EXISTS', 'created']);
    }
  });
});
