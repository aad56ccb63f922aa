/** Lints every lifecycle in a thread of its own, while the main one opens the database. */
import { parentPort } from 'node:worker_threads';
import { lifecycles } from '../../machines/index.ts';
import { lintAll } from '../kernel/lint/lint-all.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(lintAll(lifecycles));
