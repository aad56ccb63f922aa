/** Whether throughput lasts: appending to instances all over a database with few events and with many. */
import { randomUUID } from 'node:crypto';
import type { Store } from '../../../src/store/port.ts';
import { closedLoop, type Lane } from '../closed-loop.ts';
import { fillInstances } from '../fill.ts';
import { appendTo, openStore } from '../in-process.ts';
import { inTurns, ratioOf, rowOf, type Row } from '../rounds.ts';
import type { World } from '../world.ts';

const FEW_EVENTS = 10_000;
const EVENTS_EACH = 10;
const BATCH = 20_000;
const CLIENTS = 64;

/** New instances in batches, a statement for each partition of a batch. @returns their ids */
const fill = async (world: World, url: string, store: Store, events: number): Promise<string[]> => {
  const ids = Array.from({ length: events / EVENTS_EACH }, () => randomUUID());
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    for (let partition = 0; partition < store.partitions; partition += 1) {
      const here = batch.filter((id) => store.partitionOf(id) === partition);
      await world.ask(fillInstances(partition, here, EVENTS_EACH), url);
    }
  }
  await world.ask('VACUUM ANALYZE', url);
  return ids;
};

/** Each lane goes through instances of its own, again and again: random places of the database. */
const lanesOver = (store: Store, ids: readonly string[]): Lane[] => {
  const append = appendTo(store);
  return Array.from({ length: CLIENTS }, (_, lane) => {
    let index = lane;
    let sequence = EVENTS_EACH;
    return async () => {
      await append(ids[index] ?? '', sequence);
      index += CLIENTS;
      if (index < ids.length) return;
      index = lane;
      sequence += 1;
    };
  });
};

const openLanes = async (world: World, events: number): Promise<Lane[]> => {
  const url = await world.newDatabase();
  const store = await openStore(world, url);
  return lanesOver(store, await fill(world, url, store, events));
};

/** Empty if no number of events was asked for. */
export const measureStored = async (world: World): Promise<Row[]> => {
  const { storedEvents, rounds, sliceMs, warmUpMs } = world.options;
  if (storedEvents === null) return [];
  const subjects = [await openLanes(world, FEW_EVENTS), await openLanes(world, storedEvents)];
  for (const lanes of subjects) await closedLoop(lanes, warmUpMs);
  const [few = [], many = []] = await inTurns(
    rounds,
    subjects.map((lanes) => () => closedLoop(lanes, sliceMs)),
  );
  const name = `stored1e${Math.round(Math.log10(storedEvents))}To1e4`;
  const says = `store, ${CLIENTS} concurrent, with ${storedEvents.toLocaleString('en')} events stored, to 10,000`;
  return [rowOf(name, says, many, ratioOf(many, few, 'perSecond'))];
};
