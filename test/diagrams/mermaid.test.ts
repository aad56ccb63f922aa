/** The Mermaid text of small machines, to the letter, and the text that Mermaid would take for something else. */
import { expect, test } from 'vitest';
import { chartOf } from '../../src/kernel/drawing/chart.ts';
import { mermaidOf } from '../../src/kernel/drawing/mermaid.ts';
import { mermaidText } from '../../src/kernel/drawing/mermaid-text.ts';
import { door, job } from './small-lifecycles.ts';

test('regions stand side by side, arrows say what must hold, and what stays stands inside', () => {
  expect(mermaidOf(chartOf(job)).split('\n').slice(3)).toEqual([
    '  state "job" as job_statechart {',
    '    state "work decides" as work_region {',
    '      state "in-hand" as work_in_hand',
    '      work_in_hand : Somebody#58; at it.',
    '      [*] --> work_in_hand : JobOpened',
    '      state "done" as work_done',
    '      work_in_hand : <br/>without leaving it',
    '      work_in_hand : <br/>JobNoted',
    '      work_in_hand --> work_done : JobDone' +
      '<br/>· a #34;result#34;#58; #35;1#59; 100#37; #60;ok#62;, else NOT_OK' +
      '<br/>either signal is off<br/>or signal is on',
    '      work_done --> [*]',
    '    }',
    '    --',
    '    state "signal" as signal_region {',
    '      state "off" as signal_off',
    '      [*] --> signal_off',
    '      state "on" as signal_on',
    '      signal_off --> signal_on : as soon as<br/>· work is done',
    '    }',
    '  }',
    '',
  ]);
});

test('a machine without regions stands alone, with states in states and arrows from anywhere', () => {
  expect(mermaidOf(chartOf(door)).split('\n').slice(3)).toEqual([
    '  state "any state" as lifecycle_any',
    '  state "open" as lifecycle_open',
    '  [*] --> lifecycle_open : DoorHung',
    '  state "shut" as lifecycle_shut {',
    '    state "unlocked" as lifecycle_shut_unlocked',
    '    [*] --> lifecycle_shut_unlocked',
    '    state "locked" as lifecycle_shut_locked',
    '  }',
    '  state "broken" as lifecycle_broken',
    '  lifecycle_any --> lifecycle_broken : DoorForced',
    '  lifecycle_open --> lifecycle_shut : DoorShut',
    '  lifecycle_shut --> lifecycle_open : DoorOpened',
    '  lifecycle_shut --> lifecycle_shut : DoorRattled',
    '  lifecycle_shut_unlocked --> lifecycle_shut_locked : DoorLocked',
    '  lifecycle_shut_locked --> lifecycle_shut_unlocked : DoorUnlocked',
    '  lifecycle_broken --> lifecycle_broken : DoorMended',
    '',
  ]);
});

test.each([
  ['a: b; c', 'a#58; b#59; c'],
  ['"said" #1', '#34;said#34; #35;1'],
  ['50% {x} <br>', '50#37; #123;x#125; #60;br#62;'],
  ['two\n  lines\\n', 'two lines#92;n'],
  ['`code` *bold* ~', '#96;code#96; #42;bold#42; #126;'],
  ['1. first', '#49;. first'],
  ['- item', '#45; item'],
  ['a direction TB', 'a direction#32;TB'],
  [
    'ATTEMPT_MISMATCH – it’s plain, (really) / 3 ≥ 2',
    'ATTEMPT_MISMATCH – it’s plain, (really) / 3 ≥ 2',
  ],
])('the text %j is written as text', (text, written) => {
  expect(mermaidText(text)).toBe(written);
});
