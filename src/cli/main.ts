/** `npm start`: serves until it is told to stop. */
import { pino } from 'pino';
import { InvalidConfig, readConfig, type Config } from './config.ts';
import { serve } from './serve.ts';

const GRACE_MS = 10_000;

/** Faults that the operator can mend: their message says how, a stack would hide it. */
const EXPLAINED = new Set([
  'FolderInUse',
  'FolderUnusable',
  'ForeignDatabase',
  'StoreAway',
  'StatementFailed',
  'UnsoundLifecycle',
  'UnreadableState',
]);

/** The system calls by which a server comes to listen: their errors are the settings'. */
const LISTENING = new Set(['listen', 'bind', 'getaddrinfo']);

const USAGE = `Serves until it is told to stop. It takes no arguments; it is set by the environment:
PORT, HOST, DATABASE_URL, DATA_DIR, DEFAULT_POLICY, LEASE_MS, TOKENS_FILE, TOKENS, LOG_LEVEL.
README.md says what each is.`;

const given = process.argv.slice(2);
if (given.length > 0) {
  const isAsked = given.some((argument) => argument === '--help' || argument === '-h');
  if (isAsked) console.log(USAGE);
  else console.error(`${given.join(' ')} means nothing here.\n${USAGE}`);
  process.exit(isAsked ? 0 : 2);
}

const configure = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    console.error(`The settings cannot be used:\n${error.message}`);
    return process.exit(2);
  }
};

const config = configure();
const log = pino({ level: config.logLevel });

const serving = await serve(config, log).catch((error: unknown) => {
  const explained =
    error instanceof Error &&
    (EXPLAINED.has(error.name) || ('syscall' in error && LISTENING.has(String(error.syscall))));
  if (!explained) throw error;
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
  console.error(`Interlock cannot start: ${error.message}${cause}`);
  return process.exit(1);
});

const who =
  config.tokens.length === 0
    ? 'without tokens it serves loopback only, and everybody is "local"'
    : `${config.tokens.length} tokens are known`;
log.info({ url: serving.url }, `serving at ${serving.url}; documentation at /docs; ${who}`);

let stopping = false;
const stop = (signal: NodeJS.Signals): void => {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'stopping: answering what is under way');
  setTimeout(() => {
    log.error({}, 'requests did not end in time');
    process.exit(1);
  }, GRACE_MS).unref();
  serving.stop().then(
    () => log.info({}, 'stopped'),
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    },
  );
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
