/** Creations of their own from one case: where the id follows from a business key, a part of the key is varied. */
import { hashJson } from '../../../src/kernel/hash.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Lifecycle } from '../../../src/kernel/lifecycle.ts';

let number = 0;

export const vary = ({ creation }: Lifecycle, payload: JsonObject): JsonObject => {
  const { key } = creation;
  if (key === undefined) return payload;
  number += 1;
  const varied = Object.keys(payload)
    .map((field) => ({ ...payload, [field]: `${JSON.stringify(payload[field])}-${number}` }))
    .find((candidate) => hashJson(key(candidate)) !== hashJson(key(payload)));
  return varied ?? payload;
};
