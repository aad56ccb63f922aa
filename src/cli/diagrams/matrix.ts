/**
 * matrix.md: what becomes of every event in every status, first of the events that change the
 * status. Owns the words of the cells; what is in them was seen by exploration.
 */
import type { Condition } from '../../kernel/condition.ts';
import type { Cell, Move, TransitionTable } from '../../kernel/drawing/transition-table.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';
import { code, document, lines, plain, table } from './markdown.ts';

export const matrixOf = (lifecycle: Lifecycle, transitions: TransitionTable): string => {
  const { name, statuses, creation } = lifecycle;
  const { core, events } = transitions;
  const inFull = statuses.map((status) => [
    code(status),
    ...core.map((event) => told(transitions.cell(status, event), status)),
  ]);
  return document([
    `# The transition matrix of \`${name}\``,
    '<!-- Made by `npm run diagrams` from everything that the cases of the lifecycle reach. -->',
    `${code(creation.event)} creates it. In each status every event has one of these answers: the next ` +
      'status, in bold, if all that stands below it holds, or the reason for which it is refused. ' +
      'The first condition that does not hold is the answer.',
    `## The ${core.length} events that change the status, in the ${statuses.length} statuses`,
    table(['status', ...core.map(code)], inFull),
    ...(inFull.flat().some((cell) => cell.includes(NEVER))
      ? [`${NEVER} No history that the cases can make leads to this refusal here.`]
      : []),
    `## All ${events.length} events`,
    'In short: the next status, what else changes, and all reasons seen.',
    table(
      ['event', ...statuses.map(code)],
      events.map((event) => [
        code(event),
        ...statuses.map((status) => inShort(transitions.cell(status, event), status)),
      ]),
    ),
  ]);
};

const told = ({ moves, refusals }: Cell, status: string): string => {
  const asks = new Set(moves.flatMap(({ conditions }) => conditions.map(({ refusal }) => refusal)));
  const others = [...refusals].filter((reason) => !asks.has(reason));
  // Where one move asks for nothing, the others' conditions are refused by nobody: they choose.
  const fallback = moves.find(({ conditions }) => conditions.length === 0);
  const chosen = moves.filter((move) => move !== fallback);
  const isChoice = fallback !== undefined && chosen.length > 0;
  return lines([
    ...chosen.flatMap((move) => [
      course(move, status),
      ...move.conditions.map((condition) =>
        isChoice ? `• ${plain(condition.says)}` : asked(condition, refusals),
      ),
    ]),
    ...(fallback === undefined
      ? []
      : [isChoice ? `otherwise ${course(fallback, status)}` : course(fallback, status)]),
    ...others.map(code),
  ]);
};

const NEVER = '†';

const asked = ({ says, refusal }: Condition, seen: ReadonlySet<string>): string =>
  `• ${plain(says)}, else ${code(refusal)}${seen.has(refusal) ? '' : ` ${NEVER}`}`;

const inShort = ({ moves, refusals }: Cell, status: string): string =>
  lines([
    ...moves.flatMap((move) => [course(move, status), ...follows(move)]),
    ...[...refusals].map(code),
  ]);

const course = ({ next }: Move, status: string): string =>
  next === status ? '**stays**' : `**→ ${plain(next)}**`;

const follows = (move: Move): string[] =>
  [...move.follows].map(
    ([region, states]) => `${plain(region)}: ${[...states].map(plain).join(' or ')}`,
  );
