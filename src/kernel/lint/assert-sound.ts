/** What a service does with the lint: it starts with sound lifecycles or not at all. */
import type { Lifecycle } from '../lifecycle.ts';
import { inWords, type Finding } from './finding.ts';
import { lint } from './lint.ts';
import { lintAll } from './lint-all.ts';

/** A lifecycle with faults, all of them told in its message. */
export class UnsoundLifecycle extends Error {
  override readonly name = 'UnsoundLifecycle';
  readonly findings: readonly Finding[];

  constructor(subject: string, findings: readonly Finding[]) {
    super(`${subject} cannot be served:\n${inWords(findings)}`);
    this.findings = findings;
  }
}

/** @throws UnsoundLifecycle */
export const assertSound = (lifecycle: Lifecycle): void => {
  refuseFaults(`the lifecycle "${lifecycle.name}"`, lint(lifecycle));
};

/** @throws UnsoundLifecycle */
export const assertAllSound = (lifecycles: readonly Lifecycle[]): void => {
  refuseFaults('these lifecycles', lintAll(lifecycles));
};

const refuseFaults = (subject: string, findings: readonly Finding[]): void => {
  if (findings.length > 0) throw new UnsoundLifecycle(subject, findings);
};
