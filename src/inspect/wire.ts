/** The wire events of Stately's inspect protocol (@statelyai/inspect 0.7), made from what was committed. */
import type { JsonObject } from '../kernel/json.ts';
import { eventOf, persist } from '../kernel/machine.ts';
import type { Instance } from '../service/instance.ts';
import type { Change } from '../service/publisher.ts';

const PROTOCOL = '0.7.2';

/** One actor per instance. */
export const sessionOf = ({ lifecycle, state }: Instance): string =>
  `${lifecycle.name}/${state.instanceId}`;

const envelope = (instance: Instance, at: number, id: string): JsonObject => ({
  sessionId: sessionOf(instance),
  rootId: sessionOf(instance),
  id,
  createdAt: String(at),
  _version: PROTOCOL,
});

const snapshotOf = ({ lifecycle, state }: Instance): JsonObject =>
  persist(lifecycle, state.machine);

/** Introduces an instance: its machine's definition and its state. */
export const actorEvent = (instance: Instance): JsonObject => ({
  ...envelope(instance, instance.updatedAt, `actor:${instance.state.version}`),
  type: '@xstate.actor',
  name: sessionOf(instance),
  definition: JSON.stringify(instance.lifecycle.machine.config),
  snapshot: snapshotOf(instance),
});

/** What is kept beside the machine is nobody's to watch. */
const shown = ({ record, instance }: Change): JsonObject => {
  const { beside } = instance.lifecycle.creation;
  const payload = Object.fromEntries(
    Object.entries(record.payload).filter(([field]) => !beside.includes(field)),
  );
  return { ...eventOf({ type: record.type, payload }) };
};

/** The event that was committed, then the state it led to. */
export const changeEvents = (change: Change): readonly [JsonObject, JsonObject] => {
  const { record, instance } = change;
  const event = shown(change);
  return [
    {
      ...envelope(instance, record.recordedAt, record.eventId),
      type: '@xstate.event',
      event,
    },
    {
      ...envelope(instance, record.recordedAt, `${record.eventId}:snapshot`),
      type: '@xstate.snapshot',
      event,
      snapshot: snapshotOf(instance),
    },
  ];
};
