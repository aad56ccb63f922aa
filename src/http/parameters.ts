/** Parameters that several routes share. */
import type { Request } from 'express';
import { id } from '../kernel/ids.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { Described } from './route.ts';
import { pathId } from './validation.ts';

export const idParameter = (lifecycle: Lifecycle): Described => ({
  name: lifecycle.idField,
  in: 'path',
  says: `The ${lifecycle.name}'s id.`,
  schema: id,
  required: true,
});

/** @throws Problem INVALID_REQUEST */
export const idOf = (lifecycle: Lifecycle, request: Request): string =>
  pathId(request.params[lifecycle.idField], lifecycle.idField);

export const idempotencyKey: Described = {
  name: 'Idempotency-Key',
  in: 'header',
  says: 'The command id, where the body has none.',
  schema: id,
};
