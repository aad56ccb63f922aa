/** Hashes over canonical JSON (RFC 8785), so that key order never makes a difference. */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json } from './json.ts';
import type { SequencedFact } from './step.ts';

/** SHA-256, 64 lower-case hex digits, of a JSON value's canonical form. */
export const hashJson = (value: Json): string =>
  hash('sha256', canonicalize(value) ?? 'null', 'hex');

/** The hash kept beside an event: it covers type, instance, sequence and payload. */
export const hashFact = (
  lifecycle: string,
  { instanceId, sequence, type, payload }: SequencedFact,
): string => hashJson({ lifecycle, instanceId, sequence, type, payload });

/** An id that follows from its parts; JSON keeps ("a:b","c") and ("a","b:c") apart. */
export const deriveId = (prefix: string, parts: readonly string[]): string =>
  `${prefix}-${hashJson([prefix, ...parts]).slice(0, 40)}`;

/** A small stable number for placing an id, the same on every machine and for ever. */
export const placeOf = (id: string, places: number): number =>
  hash('sha256', id, 'buffer').readUInt32BE(0) % places;
