/**
 * The acceptance list: each line with the test that proves it. The list is data beside the tests,
 * `test/diagrams/acceptance.json`; this reads it and lays it out.
 */
import { z } from 'zod';
import { code, plain, table } from './markdown.ts';

const line = z.strictObject({
  says: z.string(),
  /** Empty while nothing proves it. */
  provenBy: z.array(z.strictObject({ file: z.string(), test: z.string() })),
});

export const acceptanceList = z.array(line);
export type AcceptanceList = z.infer<typeof acceptanceList>;

export const acceptanceTable = (list: AcceptanceList): string =>
  table(
    ['what must hold', 'proven by'],
    list.map(({ says, provenBy }) => [
      plain(says),
      provenBy.length === 0
        ? '**nothing yet**'
        : provenBy.map(({ file, test }) => `${plain(test)} (${code(file)})`).join('<br>'),
    ]),
  );
