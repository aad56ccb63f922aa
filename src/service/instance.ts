/** An instance in memory: the machine's state with what the store knows about it. */
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { restore, UnreadableState } from '../kernel/machine.ts';
import { allowed, read, type State } from '../kernel/step.ts';
import type { InstanceKey, InstanceRow } from '../store/port.ts';

export interface Instance {
  readonly lifecycle: Lifecycle;
  readonly state: State;
  /** The payload of event 0. */
  readonly input: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const keyOf = ({ lifecycle, state }: Instance): InstanceKey => ({
  lifecycle: lifecycle.name,
  instanceId: state.instanceId,
});

/** @throws UnreadableState naming the instance, its status, lifecycle and version */
export const fromRow = (lifecycle: Lifecycle, row: InstanceRow): Instance => {
  const where = `${row.lifecycle} ${row.instanceId} (status ${row.status}, version ${row.version}, lifecycle version ${row.lifecycleVersion})`;
  if (row.lifecycle !== lifecycle.name || row.lifecycleVersion !== lifecycle.version)
    throw new UnreadableState(
      `${where} was written by another lifecycle than ${lifecycle.name} ${lifecycle.version}`,
    );
  try {
    const state = {
      instanceId: row.instanceId,
      version: row.version,
      machine: restore(lifecycle, row.state),
    };
    return {
      lifecycle,
      state,
      input: row.input,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  } catch (cause) {
    if (!(cause instanceof UnreadableState)) throw cause;
    throw new UnreadableState(`${where} cannot be read: ${cause.message}`, { cause });
  }
};

const besides = ({ lifecycle, input }: Instance): JsonObject =>
  Object.fromEntries(lifecycle.creation.beside.map((field) => [field, input[field] ?? null]));

/** The database keeps objects in an order of its own; callers see the lifecycle's. */
const inOrder = ({ viewFields }: Lifecycle, fields: JsonObject): JsonObject =>
  viewFields === undefined
    ? fields
    : Object.fromEntries(
        Object.keys(viewFields.shape)
          .filter((field) => Object.hasOwn(fields, field))
          .map((field) => [field, fields[field] ?? null]),
      );

/** The state as callers see it; `whole` adds what is kept beside the machine. */
export const view = (instance: Instance, whole = false): JsonObject => {
  const { lifecycle, state } = instance;
  const { status, regions, context } = read(lifecycle, state);
  return {
    [lifecycle.idField]: state.instanceId,
    status,
    version: state.version,
    ...inOrder(lifecycle, lifecycle.view(context)),
    ...(lifecycle.decidingRegion === undefined ? {} : { regions }),
    createdAt: new Date(instance.createdAt).toISOString(),
    updatedAt: new Date(instance.updatedAt).toISOString(),
    allowed: allowed(lifecycle, state),
    ...(whole ? besides(instance) : {}),
  };
};

/** Who was first, in words, for whoever comes second. */
export const tellChange = ({ lifecycle, state }: Instance): string => {
  const { status, context } = read(lifecycle, state);
  return lifecycle.tellChange?.(context, status) ?? `it is now ${status}`;
};
