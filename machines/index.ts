/** The lifecycles this service keeps. Add yours here. */
import type { Lifecycle } from '../src/kernel/lifecycle.ts';
import { alarm } from './alarm/lifecycle.ts';
import { task } from './task/lifecycle.ts';

export const lifecycles: readonly Lifecycle[] = [task, alarm];
