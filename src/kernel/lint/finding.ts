/** What the lint can find: the closed list of its rules, and the shape in which a fault is told. */

export const rules = {
  naming: 'names, paths and versions that the service can use',
  'event-name': 'events are named as facts of their own, never by a reserved word or a pattern',
  'command-name': 'commands are named as wishes of their own',
  'type-clash': 'no type is both a command and an event',
  'command-yields': 'commands yield declared events, never the creation',
  creation: 'a history begins with one declared event, which never comes again',
  schema: 'payloads and fields are strict objects that leave the envelope its names',
  once: 'a business fact is told apart by fields that exist',
  'event-undeclared': 'the machine listens to declared events only',
  'event-unused': 'the deciding region has a place for every declared event',
  'deciding-region': 'a machine with regions names the one that decides',
  unsupported: 'the drawing uses only what the service keeps',
  'cross-region': 'a transition stays inside its own region',
  'final-exit': 'nothing leaves a final state',
  'guard-inline': 'guards are names',
  'guard-missing': 'every guard has its conditions and its implementation',
  'action-inline': 'actions are names',
  'action-missing': 'every action has its implementation',
  'action-effect': 'actions only write the context',
  place: 'conditions name places that exist',
  undescribed: 'every transition says in words what it is',
  duplicate: 'lifecycles have names and paths of their own',
  'case-missing': 'every event is tried',
  'case-payload': 'cases are valid and plain',
  unbounded: 'the cases reach a bounded number of states',
  throws: 'a step answers and never throws',
  'always-loop': 'a step comes to rest',
  'plain-context': 'the context is plain JSON with the same keys for ever',
  'invariant-broken': 'no case breaks an invariant',
  status: 'every state has a declared status, and every status has a state',
  terminal: 'a final status is final in all its states',
  'refusal-moves': 'no region moves when the deciding region refuses',
  'acceptance-idle': 'whatever is accepted, the deciding region takes',
  'guard-differs': 'the machine and the conditions agree',
  'status-token': 'a status may stand in for a version',
  view: 'the view is plain and leaves the answer its names',
} as const;

export type Rule = keyof typeof rules;

export interface Finding {
  readonly rule: Rule;
  /** A place in the lifecycle: `lifecycle.running on TaskStarted`, `command StartTask`, `case TaskStarted`. */
  readonly where: string;
  /** What is wrong there, in a sentence without the place. */
  readonly says: string;
}

/** The findings, each on a line of its own. */
export const inWords = (findings: readonly Finding[]): string =>
  findings.map(({ rule, where, says }) => `- ${where} ${says} (${rule})`).join('\n');
