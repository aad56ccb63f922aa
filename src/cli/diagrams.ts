/** `npm run diagrams`: draws every lifecycle anew into `diagrams/`, and says what has changed. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lifecycles } from '../../machines/index.ts';
import { acceptanceList } from './diagrams/acceptance.ts';
import { differences, readFolder, rewriteFolder } from './diagrams/folder.ts';
import { generate } from './diagrams/generate.ts';
import { UncoveredReason } from './diagrams/refusal-coverage.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}diagrams`;
const acceptance = acceptanceList.parse(
  JSON.parse(readFileSync(`${root}test/diagrams/acceptance.json`, 'utf8')),
);

const texts = await generate(lifecycles, acceptance).catch((error: unknown) => {
  if (!(error instanceof UncoveredReason)) throw error;
  console.error(`The diagrams cannot be drawn: ${error.message}.`);
  return process.exit(1);
});
const changed = existsSync(folder) ? differences(readFolder(folder), texts) : ['diagrams/ is new'];
rewriteFolder(folder, texts);
for (const what of changed) console.log(`diagrams/${what}`);
console.log(
  changed.length === 0
    ? `diagrams/ was up to date: ${texts.size} files.`
    : `diagrams/ has been rewritten: ${texts.size} files.`,
);
