/**
 * A process that takes each data folder named on a line of its input and says on a line
 * what it got. It holds what it has until its input ends, and then ends as a crash would:
 * without giving anything back. Plain JavaScript, since Node runs it as it is.
 */
import { createInterface } from 'node:readline';
import { lockFolder } from '../../dist/src/store/folder-lock.js';

process.stdout.write('ready\n');
for await (const folder of createInterface(process.stdin)) {
  let got = 'locked';
  try {
    await lockFolder(folder);
  } catch (error) {
    got = `${error.name}: ${error.message}`;
  }
  process.stdout.write(`${got}\n`);
}
