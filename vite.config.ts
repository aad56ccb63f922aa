import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that need no world: neither PostgreSQL nor a built server is made for them. */
const pure = [
  'test/kernel/**/*.test.ts',
  'test/machines/**/*.test.ts',
  'test/model/*.test.ts',
  'test/tidy/**/*.test.ts',
  'test/diagrams/**/*.test.ts',
  'test/bench/**/*.test.ts',
  'test/store/sql-lint.test.ts',
  'test/support/closing-line.test.ts',
];

/** These replace modules of Node.js, so that they need their own. */
const mocking = ['test/store/folder-lock-late.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    pool: 'forks',
    // On two cores both: the tests wait for a database as often as they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    // The first start of an empty PGlite folder takes up to 9 s, on a busy machine more.
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    setupFiles: './test/support/after-each-file.ts',
    // Modules are loaded once a worker: loading them for each file took a fifth of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'pure', include: pure } },
      { extends: true, test: { name: 'mocking', include: mocking, isolate: true } },
      {
        extends: true,
        test: {
          name: 'world',
          include: ['test/**/*.test.ts'],
          exclude: [...pure, ...mocking],
          globalSetup: './test/support/global-setup.ts',
        },
      },
    ],
  },
});
