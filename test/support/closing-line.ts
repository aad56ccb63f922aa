/**
 * The last line of a run, for people and for CI: `N passed, N failed`, and `, N skipped` if any.
 * A test file that does not load, an error outside every test, and a run that fails before its
 * first test count as failures, so that a failed run never closes with `0 failed`.
 */
import type { Reporter, SerializedError, TestModule, TestState } from 'vitest/node';

export interface Outcome {
  readonly states: readonly TestState[];
  readonly failuresOutsideTests: number;
}

const NOTHING: Outcome = { states: [], failuresOutsideTests: 0 };

export const closingLine = (outcome: Outcome, exitCode: number): string => {
  const count = (state: TestState): number =>
    outcome.states.filter((other) => other === state).length;
  const counted = count('failed') + outcome.failuresOutsideTests;
  const failed = exitCode === 0 ? counted : Math.max(counted, 1);
  const skipped = count('skipped');
  return `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
};

const outcomeOf = (
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
): Outcome => ({
  states: modules.flatMap(({ children }) =>
    [...children.allTests()].map((test) => test.result().state),
  ),
  failuresOutsideTests:
    unhandled.length + modules.filter((module) => module.errors().length > 0).length,
});

export default class ClosingLine implements Reporter {
  #outcome = NOTHING;

  /** Printed on the way out, after whatever the other reporters and the teardown had to say. */
  onInit(): void {
    process.once('exit', (code) => process.stdout.write(`${closingLine(this.#outcome, code)}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#outcome = outcomeOf(modules, unhandled);
  }
}
