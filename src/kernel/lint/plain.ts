/**
 * Plain JSON, judged strictly: what comes back from storage must be what went in. Also knows
 * the two shapes of plain JSON that XState takes for an actor when it persists or restores.
 */

const DEEPEST = 64;

/** What keeps a value from being plain JSON, with its path; null if nothing does. */
export const whyNotPlain = (value: unknown, path: string, depth = 0): string | null => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : `${path} is ${String(value)}`;
  if (typeof value !== 'object') return `${path} is ${aOf(typeof value)}`;
  if (depth > DEEPEST) return `${path} is nested without end`;
  if (Array.isArray(value)) return inEntries([...(value as unknown[])].entries(), path, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return `${path} is an instance of ${nameOfClass(prototype)}`;
  return actorLike(value, path) ?? inEntries(Object.entries(value), path, depth);
};

const inEntries = (
  entries: Iterable<readonly [string | number, unknown]>,
  path: string,
  depth: number,
): string | null => {
  for (const [key, value] of entries) {
    const why = whyNotPlain(value, `${path}.${key}`, depth + 1);
    if (why !== null) return why;
  }
  return null;
};

const actorLike = (value: object, path: string): string | null => {
  const has = (key: string): boolean => Object.hasOwn(value, key);
  return has('xstate$$type') || (has('sessionId') && has('send') && has('ref'))
    ? `${path} has the shape of an actor, which XState replaces`
    : null;
};

const aOf = (type: string): string => (type === 'undefined' ? type : `a ${type}`);

const nameOfClass = (prototype: unknown): string => {
  const made: unknown = (prototype as { readonly constructor?: unknown }).constructor;
  return typeof made === 'function' ? made.name : 'an unknown class';
};
