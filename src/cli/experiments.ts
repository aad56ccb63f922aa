/**
 * `npm run experiments [-- name …]`: plays the faults that the service is for against a
 * real server, shows what was expected beside what was seen, and keeps the evidence.
 */
import { join } from 'node:path';
import { crash } from './experiments/crash.ts';
import { duplicateId } from './experiments/duplicate-id.ts';
import { Evidence } from './experiments/evidence.ts';
import { follower } from './experiments/follower.ts';
import { gap } from './experiments/gap.ts';
import { openLaboratory, type Laboratory } from './experiments/laboratory.ts';
import { race } from './experiments/race.ts';
import { version } from './version.ts';

type Experiment = (lab: Laboratory, evidence: Evidence) => Promise<void>;

const experiments: Readonly<Record<string, Experiment>> = {
  'duplicate-id': duplicateId,
  race,
  gap,
  crash,
  follower,
};

const folder = join(process.env['DATA_DIR'] ?? '.data', 'experiments');
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(experiments, name));
if (unknown.length > 0) {
  console.error(
    `There is no experiment ${unknown.join(', ')}; there are ${Object.keys(experiments).join(', ')}.`,
  );
  process.exit(2);
}

let failed = false;
for (const [name, experiment] of Object.entries(experiments)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}: starting a server on an empty database …`);
  const evidence = new Evidence(name, (line) => console.log(line));
  const lab = await openLaboratory();
  try {
    await experiment(lab, evidence);
  } finally {
    await lab.close();
  }
  const file = await evidence.save(folder, { service: version, at: new Date().toISOString() });
  console.log(`  ${evidence.holds ? 'holds' : 'DOES NOT HOLD'}; evidence in ${file}`);
  failed ||= !evidence.holds;
}
process.exitCode = failed ? 1 : 0;
