/** What the service counts while it works. Where the numbers go is somebody else's business. */
import type { Created, Refused, Stored } from './outcome.ts';

export type Way = 'creation' | 'command' | 'event';
export type CountedOutcome = Stored['outcome'] | Created['outcome'] | Refused['outcome'] | 'failed';

export interface Meter {
  /** One answer to one creation, command or event; `failed` is a failure of the world. */
  answered(way: Way, lifecycle: string, type: string, outcome: CountedOutcome): void;
  refused(lifecycle: string, reason: string): void;
  /** One commit: how many events were stored for how many that asked, and how long it took. */
  committed(partition: number, asked: number, stored: number, seconds: number): void;
  /** The newest offset that this process stored in a partition. */
  reached(partition: number, feedOffset: number): void;
}

type Answer = Stored | Created | Refused;

/** Counts an answer and passes it on; a failure is counted and thrown on. */
export const metered = async <A extends Answer>(
  meter: Meter,
  way: Way,
  lifecycle: string,
  type: string,
  answering: Promise<A>,
): Promise<A> => {
  try {
    const answer = await answering;
    meter.answered(way, lifecycle, type, answer.outcome);
    if (answer.outcome === 'refused') meter.refused(lifecycle, answer.reason);
    return answer;
  } catch (error) {
    meter.answered(way, lifecycle, type, 'failed');
    throw error;
  }
};
