/** The transition matrix of a small machine, to the letter, and the shape that is promised of the task's. */
import { expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { matrixOf } from '../../src/cli/diagrams/matrix.ts';
import { transitionTable } from '../../src/kernel/drawing/transition-table.ts';
import { explore } from '../../src/kernel/explore.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { job } from './small-lifecycles.ts';

const tableOf = (lifecycle: Lifecycle) => transitionTable(lifecycle, explore(lifecycle));

const tables = lifecycles.map((lifecycle) => ({ lifecycle, table: tableOf(lifecycle) }));

test('each cell has the next status with what must hold, or the reason of the refusal', () => {
  const rows = matrixOf(job, tableOf(job))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows).toEqual([
    '| status | `JobDone` |',
    '| --- | --- |',
    '| `in-hand` | **→ done**<br>• a "result": \\#1; 100% &lt;ok&gt;, else `NOT_OK` |',
    '| `done` | `TERMINAL_STATE` |',
    '| event | `in-hand` | `done` |',
    '| --- | --- | --- |',
    '| `JobNoted` | **stays** | `TERMINAL_STATE` |',
    '| `JobDone` | **→ done**<br>signal: on<br>`NOT_OK` | `TERMINAL_STATE` |',
  ]);
});

test('of the task, six events change the status, of the alarm two', () => {
  const core = Object.fromEntries(
    tables.map(({ lifecycle, table }) => [lifecycle.name, table.core]),
  );
  expect(core).toMatchObject({
    task: [
      'TaskStarted',
      'CancellationRequested',
      'TaskCompleted',
      'AttemptFailed',
      'TaskFailed',
      'TaskCancelled',
    ],
    alarm: ['AlarmAcknowledged', 'AlarmClosed'],
  });
});

test('every cell says something', () => {
  for (const { lifecycle, table } of tables)
    for (const status of lifecycle.statuses)
      for (const event of table.events) {
        const { moves, refusals } = table.cell(status, event);
        expect(moves.length + refusals.size).toBeGreaterThan(0);
      }
});
