/**
 * XState at arm's length: the few questions the kernel asks a machine, answered
 * through XState's public API with one inert scope per machine. No actor ever
 * runs: an event goes in, a snapshot comes out.
 */
import {
  createActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type StateValue,
} from 'xstate';
import { isJsonObject, type JsonObject } from './json.ts';
import type { Fact, Lifecycle } from './lifecycle.ts';
import { regionsOf, SINGLE_REGION, type Regions } from './regions.ts';

export type MachineState = AnyMachineSnapshot;

/** A stored state that this machine cannot have written: never repaired, never reset. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState';
}

const ignore = (): void => {};
const scopes = new WeakMap<AnyStateMachine, AnyActorScope>();

/** Stock `transition()` builds an actor system at every call; one that is never started serves them all. */
const scopeOf = (machine: AnyStateMachine): AnyActorScope => {
  const known = scopes.get(machine);
  if (known !== undefined) return known;
  const self = createActor(machine);
  const scope: AnyActorScope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: ignore,
    defer: ignore,
    stopChild: ignore,
    emit: ignore,
    actionExecutor: ignore,
  };
  scopes.set(machine, scope);
  return scope;
};

/** The state after creation; `payload` is that of the creating event. */
export const initial = (lifecycle: Lifecycle, payload: JsonObject): MachineState => {
  const input = Object.fromEntries(
    Object.entries(payload).filter(([key]) => !lifecycle.creation.beside.includes(key)),
  );
  const { machine } = lifecycle;
  return settled(machine.getInitialSnapshot(scopeOf(machine), input));
};

/** The state after a fact. The caller has made sure that a transition is enabled. */
export const next = (lifecycle: Lifecycle, state: MachineState, fact: Fact): MachineState =>
  settled(lifecycle.machine.transition(state, eventOf(fact), scopeOf(lifecycle.machine)));

const settled = (state: MachineState): MachineState => {
  if (state.status === 'error') throw state.error;
  return state;
};

export const eventOf = (fact: Fact): { type: string } => ({ ...fact.payload, type: fact.type });

export const persist = (lifecycle: Lifecycle, state: MachineState): JsonObject =>
  lifecycle.machine.getPersistedSnapshot(state) as unknown as JsonObject;

/**
 * Reads back what `persist` wrote. An added region would be entered silently and a
 * foreign snapshot accepted, so the value that XState makes of it must be the stored one.
 * @throws UnreadableState
 */
export const restore = (lifecycle: Lifecycle, stored: unknown): MachineState => {
  const { machine } = lifecycle;
  if (!isJsonObject(stored) || !isJsonObject(stored['context'] ?? null) || !('value' in stored))
    throw new UnreadableState('the stored state is not a snapshot of a machine');
  let state: MachineState;
  try {
    state = machine.restoreSnapshot(
      { children: {}, historyValue: {}, ...structuredClone(stored) } as never,
      scopeOf(machine),
    );
    const value = state.value as StateValue;
    const meant = machine.resolveState({ value, context: {} }).value as StateValue;
    if (JSON.stringify(sorted(meant)) !== JSON.stringify(sorted(stored['value'])))
      throw new UnreadableState('its regions are not those of the machine');
  } catch (cause) {
    if (cause instanceof UnreadableState) throw cause;
    throw new UnreadableState(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  if (state.status !== 'active' && state.status !== 'done')
    throw new UnreadableState(`a machine cannot be at rest as "${state.status}"`);
  return state;
};

const sorted = (value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : value;

const knownRegions = new WeakMap<MachineState, Regions>();

export const regions = (lifecycle: Lifecycle, state: MachineState): Regions => {
  const known = knownRegions.get(state);
  if (known !== undefined) return known;
  const at = regionsOf(state.value as StateValue, regionNames(lifecycle.machine.root));
  knownRegions.set(state, at);
  return at;
};

const regionNames = (root: AnyStateNode): string[] =>
  root.type === 'parallel' ? Object.keys(root.states) : [];

/** The active state nodes of the deciding region, innermost first, ending at the machine's root. */
const decidingNodes = (lifecycle: Lifecycle, state: MachineState): AnyStateNode[] => {
  const { machine, decidingRegion } = lifecycle;
  const region = decidingRegion ?? SINGLE_REGION;
  const path = (regions(lifecycle, state)[region] ?? '').split('.');
  let node: AnyStateNode | undefined =
    decidingRegion === undefined ? machine.root : machine.root.states[decidingRegion];
  const nodes: AnyStateNode[] = decidingRegion === undefined ? [] : [machine.root];
  if (node !== undefined) nodes.push(node);
  for (const key of path) {
    node = node?.states[key];
    if (node !== undefined) nodes.push(node);
  }
  return nodes.reverse();
};

/** True when the deciding region is in one of its final states. */
export const hasEnded = (lifecycle: Lifecycle, state: MachineState): boolean =>
  decidingNodes(lifecycle, state).some(
    (node) => node.type === 'final' && isTopLevel(lifecycle, node),
  );

const isTopLevel = (lifecycle: Lifecycle, node: AnyStateNode): boolean =>
  node.parent ===
  (lifecycle.decidingRegion === undefined
    ? lifecycle.machine.root
    : lifecycle.machine.root.states[lifecycle.decidingRegion]);

/** The deciding region's transitions for a type of event, in XState's order of choice, enabled or not. */
export const transitionsFor = (
  lifecycle: Lifecycle,
  state: MachineState,
  type: string,
): AnyTransitionDefinition[] =>
  decidingNodes(lifecycle, state).flatMap((node) =>
    Object.hasOwn(node.on, type) ? (node.on[type] ?? []) : [],
  );

/** The name of a transition's guard; the lint has refused guards without one. */
export const guardName = (transition: AnyTransitionDefinition): string | undefined => {
  const guard: unknown = transition.guard;
  if (typeof guard === 'string') return guard;
  if (isJsonObject(guard) && typeof guard['type'] === 'string') return guard['type'];
  return undefined;
};
