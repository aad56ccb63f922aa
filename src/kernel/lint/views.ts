/**
 * Rules `view`, `once`: what is made of the context beside the machine. The view leaves the
 * answer its own names, and a business fact is told apart by something the context has.
 */
import type { Exploration } from '../explore.ts';
import type { JsonObject } from '../json.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { read } from '../step.ts';
import type { Finding } from './finding.ts';
import { whyNotPlain } from './plain.ts';

/** Names that every answer has, whatever the lifecycle. */
export const answerNames = [
  'status',
  'version',
  'regions',
  'allowed',
  'createdAt',
  'updatedAt',
] as const;

export const views = (lifecycle: Lifecycle, { states }: Exploration): Finding[] => {
  const contexts = [...states.values()].map((state) => read(lifecycle, state).context);
  const faults = new Set(contexts.flatMap((context) => faultsIn(lifecycle, context)));
  const [first] = contexts;
  return [
    ...[...faults].map((says): Finding => ({ rule: 'view', where: 'the view', says })),
    ...(first === undefined ? [] : onceFaults(lifecycle, first)),
  ];
};

const faultsIn = (lifecycle: Lifecycle, context: JsonObject): string[] => {
  const reserved = new Set([lifecycle.idField, ...answerNames, ...lifecycle.creation.beside]);
  try {
    const view = lifecycle.view(context);
    const why = whyNotPlain(view, 'view');
    return why === null
      ? Object.keys(view)
          .filter((key) => reserved.has(key))
          .map((key) => `has a field "${key}", which the answer fills itself`)
      : [`is not plain JSON (${why})`];
  } catch (error) {
    return [`throws: ${error instanceof Error ? error.message : String(error)}`];
  }
};

/** The keys of a context are the same in every state; the exploration has seen to it. */
const onceFaults = ({ events }: Lifecycle, context: JsonObject): Finding[] =>
  Object.entries(events).flatMap(([type, { once }]) =>
    once === undefined || Object.hasOwn(context, once.per)
      ? []
      : [
          {
            rule: 'once',
            where: `event "${type}"`,
            says: `can be true once per "${once.per}", which the context does not have`,
          },
        ],
  );
