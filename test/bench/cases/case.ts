/** A case of the bench: something that stores events, as many as it can. */
import type { Sample } from '../statistics.ts';

export interface Case {
  /** What its ratio to the textbook is called in the JSON. */
  readonly name: string;
  readonly says: string;
  run(ms: number): Promise<Sample>;
}
