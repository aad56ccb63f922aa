/**
 * `npm run bench`: one run, one report. Ratios to the textbook transaction on the same
 * server in the same run; to the terminal and to .data/bench/latest.{md,json,svg}.
 *
 *     --quick          fewer and shorter rounds, under 90 s
 *     --large          also the throughput with 10^7 events stored (--stored=N: with N)
 *     --only=a,b       only these groups of cases (below)
 *     --profile        CPU profiles of the services, the dearest functions in the terminal
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from './cases/case.ts';
import { measureHistories } from './cases/histories.ts';
import { httpCases } from './cases/http-cases.ts';
import { awaited, measureLater } from './cases/later.ts';
import { measureLatency } from './cases/latency.ts';
import { pgliteCases, serviceCases, storeCases } from './cases/store-cases.ts';
import { measureStored } from './cases/stored.ts';
import { measureThroughput } from './cases/throughput.ts';
import { describeMachine } from './machine.ts';
import { readOptions } from './options.ts';
import { startLoad } from './processes.ts';
import { dearest } from './profile.ts';
import { toMarkdown } from './report/markdown.ts';
import { toJson, type Results } from './report/results.ts';
import { toSvg } from './report/svg.ts';
import type { Row } from './rounds.ts';
import { textbookLanes } from './textbook.ts';
import { openWorld, type World } from './world.ts';

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

const measure = async (world: World): Promise<Pick<Results, 'rows' | 'absent'>> => {
  const { only } = world.options;
  const wants = (group: string): boolean => only?.includes(group) ?? true;
  const load = await startLoad(world);
  const http = await httpCases(world, load);
  const cases: Case[] = [];
  if (wants('store')) cases.push(...(await storeCases(world)));
  if (wants('pglite')) cases.push(...(await pgliteCases(world)));
  if (wants('service')) cases.push(...(await serviceCases(world)));
  if (wants('http')) cases.push(...http.cases);
  tell('throughput …');
  const rows: Row[] = await measureThroughput(world, await textbookLanes(world), cases);
  const rate = (name: string): number =>
    rows.find((row) => row.name === name)?.perSecond.median ?? Number.NaN;
  if (wants('latency')) {
    tell('latency …');
    rows.push(...(await measureLatency(world, load, http.url, rate('httpPg64'))));
  }
  if (wants('histories')) {
    tell('histories …');
    rows.push(...(await measureHistories(world)));
  }
  rows.push(...(await measureStored(world)));
  const absent: string[] = [];
  for (const name of ['deliveries', 'fold'] as const) {
    if (!wants(name)) continue;
    const given = { world, load, url: http.url, textbookPerSecond: rate('textbook16') };
    const more = await measureLater(name, given);
    if (more === null) absent.push(...awaited[name].names);
    else rows.push(...more);
  }
  return { rows, absent };
};

const options = readOptions(process.argv.slice(2));
tell('starting PostgreSQL and the services …');
const world = await openWorld(options);
try {
  const machine = await describeMachine(world);
  const at = new Date().toISOString();
  const { rounds, isQuick } = options;
  const results: Results = { machine, at, rounds, isQuick, ...(await measure(world)) };
  const written = { md: toMarkdown(results), json: toJson(results), svg: toSvg(results) };
  for (const [form, text] of Object.entries(written))
    await writeFile(join(world.folder, `latest.${form}`), text);
  process.stdout.write(`${written.md}\n`);
} finally {
  await world.end();
}
if (options.isProfiled) process.stdout.write(await dearest(world.folder));
