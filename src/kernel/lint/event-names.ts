/**
 * Rules `event-name`, `command-name`, `type-clash`: what types may be called. XState obeys
 * its own `xstate.*` events from anyone, and a wildcard hears every type there will ever be.
 */
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOf } from './drawing.ts';
import type { Finding } from './finding.ts';

/** Types of the kernel's own events, which no lifecycle may claim. */
export const kernelEventTypes = ['LifecycleMigrated', 'TimerFired'] as const;

const PASCAL_CASE = /^[A-Z][A-Za-z0-9]{0,99}$/u;

/** What is wrong with a name for a type; null if nothing is. */
const faultIn = (type: string): string | null => {
  if (type === '') return 'has an empty name';
  if (type === '*' || type.endsWith('.*')) return 'is a wildcard, which would hear foreign events';
  if (type === 'xstate' || type.startsWith('xstate.')) return "is one of XState's own events";
  if ((kernelEventTypes as readonly string[]).includes(type))
    return "is one of the kernel's own events";
  return PASCAL_CASE.test(type) ? null : 'is not a name in PascalCase';
};

export const eventNames = (lifecycle: Lifecycle): Finding[] => {
  const events = Object.keys(lifecycle.events);
  const commands = Object.keys(lifecycle.commands);
  const findings: Finding[] = [];
  for (const type of events) {
    const says = faultIn(type);
    if (says !== null) findings.push({ rule: 'event-name', where: `event "${type}"`, says });
  }
  for (const { type, where } of arrowsOf(lifecycle.machine)) {
    if (type === null || Object.hasOwn(lifecycle.events, type)) continue;
    const says = faultIn(type);
    if (says !== null)
      findings.push({ rule: 'event-name', where, says: `listens to what ${says}` });
  }
  for (const type of commands) {
    const says = faultIn(type);
    if (says !== null) findings.push({ rule: 'command-name', where: `command "${type}"`, says });
    if (events.includes(type))
      findings.push({
        rule: 'type-clash',
        where: `"${type}"`,
        says: 'is both a command and an event; a wish and a fact need two names',
      });
  }
  return findings;
};
