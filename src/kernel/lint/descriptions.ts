/** Rule `undescribed`: every transition says in words what it is; `description` is what editors show and importers keep. */
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOf } from './drawing.ts';
import type { Finding } from './finding.ts';

export const descriptions = ({ machine }: Lifecycle): Finding[] =>
  arrowsOf(machine)
    .filter(({ transition }) => (transition.description ?? '').trim() === '')
    .map(({ where }) => ({ rule: 'undescribed', where, says: 'has no description' }));
