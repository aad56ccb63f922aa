/** What a long history costs: loading an instance and appending to it, with few events and with many. */
import { randomUUID } from 'node:crypto';
import { task } from '../../../machines/task/lifecycle.ts';
import { serviceOn } from '../../support/service.ts';
import { closedLoop, type Lane } from '../closed-loop.ts';
import { fillHistory } from '../fill.ts';
import { openStore, reachOf } from '../in-process.ts';
import { inTurns, ratioOf, rowOf, type Row } from '../rounds.ts';
import type { Reach } from '../task-script.ts';
import type { World } from '../world.ts';

interface Subject {
  readonly events: number;
  readonly load: Lane;
  readonly append: Lane;
}

/** A review asked for and resolved, again and again: the commands that a task takes for ever. */
const reviews = (reach: Reach, taskId: string, from: number): Lane => {
  let version = from;
  let isAskedFor = false;
  return async () => {
    const said = { reason: 'a second look', expectedVersion: version };
    const done = { decision: 'go on', expectedVersion: version };
    await reach.command(
      taskId,
      isAskedFor ? { type: 'ResolveReview', ...done } : { type: 'RequestReview', ...said },
    );
    version += 1;
    isAskedFor = !isAskedFor;
  };
};

const openSubjects = async (world: World): Promise<Subject[]> => {
  const url = await world.newDatabase();
  const store = await openStore(world, url);
  const service = serviceOn(store);
  const reach = reachOf(service);
  const subjects: Subject[] = [];
  for (const events of world.options.histories) {
    const taskId = randomUUID();
    await reach.create({ taskId });
    await reach.command(taskId, { type: 'StartTask', workerId: 'worker-1', expectedVersion: 0 });
    const last = events - 1;
    await world.ask(fillHistory(store.partitionOf(taskId), taskId, 2, last), url);
    const load = (): Promise<unknown> => service.load(task, taskId);
    await load();
    subjects.push({ events, load, append: reviews(reach, taskId, last) });
  }
  await world.ask('VACUUM ANALYZE', url);
  return subjects;
};

const powerOfTen = (events: number): string => `1e${Math.round(Math.log10(events))}`;

/** Each is compared with the shortest. */
const compare = async (
  world: World,
  subjects: readonly Subject[],
  what: 'load' | 'append',
): Promise<Row[]> => {
  const { rounds, sliceMs, warmUpMs } = world.options;
  for (const subject of subjects) await closedLoop([subject[what]], warmUpMs / 2);
  const [base = [], ...others] = await inTurns(
    rounds,
    subjects.map((subject) => () => closedLoop([subject[what]], sliceMs / 2)),
  );
  return others.map((own, index) => {
    const events = subjects[index + 1]?.events ?? 0;
    return rowOf(
      `${what}${powerOfTen(events)}To10`,
      `${what} with ${events.toLocaleString('en')} events to ${what} with 10`,
      own,
      ratioOf(own, base, 'p50Ms'),
    );
  });
};

export const measureHistories = async (world: World): Promise<Row[]> => {
  const subjects = await openSubjects(world);
  return [
    ...(await compare(world, subjects, 'load')),
    ...(await compare(world, subjects, 'append')),
  ];
};
