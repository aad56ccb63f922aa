/** Zod at the edge: every fault with its path, or the parsed value. */
import type { ZodType } from 'zod';
import { id } from '../kernel/ids.ts';
import { invalid, type Fault } from './problem.ts';

/** @throws Problem INVALID_REQUEST naming each fault */
export const parse = <T>(schema: ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.flatMap((issue): Fault[] => {
      const path = issue.path.map(String).join('.');
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({
          path: path === '' ? key : `${path}.${key}`,
          message: 'unknown field',
        }));
      return [{ path, message: issue.message }];
    }),
  );
};

/** An id from the path. @throws Problem */
export const pathId = (value: unknown, field: string): string => {
  const result = id.safeParse(value);
  if (result.success) return result.data;
  throw invalid([{ path: field, message: result.error.issues[0]?.message ?? 'not an id' }]);
};
