/** What the bench and its load generator, two processes, say to each other. */
import type { Sample } from '../statistics.ts';

export interface Order {
  /** The connections are spread over these services. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly ms: number;
  /** Commands to tasks, or one and the same request over and over. */
  readonly asks: 'commands' | { readonly method: 'GET' | 'POST'; readonly path: string };
  /** Requests a second; left out: each connection asks again as soon as it has its answer. */
  readonly perSecond?: number;
}

export type Report =
  | { readonly is: 'ready' | 'done'; readonly sample?: Sample }
  | { readonly is: 'failed'; readonly error: string };
