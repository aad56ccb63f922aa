/** Rule `naming`: the words under which the service keeps, serves and stores a lifecycle. */
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';

/** First parts of the paths that are the service's own; no collection may be called so. */
export const servicePaths = [
  'claims',
  'deliveries',
  'docs',
  'feed',
  'healthz',
  'ingest',
  'inspect',
  'inspector',
  'lifecycles',
  'metrics',
  'openapi.json',
  'quarantine',
  'readyz',
  'statistics',
] as const;

const LOWER_CASE = /^[a-z][a-z0-9-]*$/u;
const FIELD = /^[a-z][A-Za-z0-9]*$/u;

export const naming = ({ name, collection, idField, version }: Lifecycle): Finding[] => {
  const faults: [where: string, says: string][] = [];
  if (!LOWER_CASE.test(name))
    faults.push([`the name "${name}"`, 'is not a word of lower-case letters, digits and -']);
  if (!LOWER_CASE.test(collection))
    faults.push([
      `the collection "${collection}"`,
      'is not a word of lower-case letters, digits and -',
    ]);
  if ((servicePaths as readonly string[]).includes(collection))
    faults.push([`the collection "${collection}"`, "is one of the service's own paths"]);
  if (!FIELD.test(idField))
    faults.push([`the id field "${idField}"`, 'is not a name in camelCase']);
  if (!Number.isSafeInteger(version) || version < 1)
    faults.push([`the version ${version}`, 'is not a whole number from 1']);
  return faults.map(([where, says]) => ({ rule: 'naming', where, says }));
};
