/**
 * The danger: a follower that reads "everything behind my last position" misses what was
 * stored before it and became visible after it, and is told twice when it comes back. Here
 * writers, processes and followers come and go at random, and each follower must have
 * every event exactly once, those of an instance in their order.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { textOf } from '../http/support.ts';
import { randomOf, type Random } from '../race/random.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { followStream, nobodyYet, type Followed } from '../support/event-stream.ts';
import { spawnServer, type Environment, type ServerProcess } from '../support/server.ts';

const MINUTES = 60_000;
const EVENTS = Number(process.env['FEED_EVENTS'] ?? 3_000);
const WRITERS = 4;
const FOLLOWERS = 3;
const KILLS = 4;

/** Two processes on one database, one of which is killed and started again now and then. */
const startPair = async (environment: Environment) => {
  const servers: (ServerProcess | null)[] = await Promise.all([
    spawnServer(environment),
    spawnServer(environment),
  ]);
  return {
    pick: (random: Random): string => random.pick(servers.filter((server) => server !== null)).url,
    async replace(index: number) {
      const server = servers[index];
      servers[index] = null;
      await server?.kill();
      servers[index] = await spawnServer(environment);
    },
    async stop() {
      for (const server of servers) await server?.stop();
    },
  };
};

type Pair = Awaited<ReturnType<typeof startPair>>;

/** Sends until it is settled, to whoever is there. */
const settle = async (pair: Pair, random: Random, path: string, body: object): Promise<Answer> => {
  for (;;) {
    try {
      const answer = await clientOf(pair.pick(random)).post(path, body);
      if (answer.status < 300) return answer;
      if (answer.status !== 503)
        throw new Error(`${path}: ${answer.status} ${answer.text('code')}`);
    } catch (error) {
      // The process is gone, with or without the write.
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(random.below(20));
  }
};

const write = async (pair: Pair, random: Random, name: string, events: number): Promise<void> => {
  let left = events;
  for (let task = 0; left > 0; task += 1) {
    const taskId = `${name}-${task}`;
    await settle(pair, random, '/v1/tasks', { taskId });
    left -= 1;
    const length = Math.min(left, 1 + random.below(30));
    for (let version = 0; version < length; version += 1) {
      const command =
        version === 0
          ? { type: 'StartTask', workerId: 'w' }
          : version % 2 === 1
            ? { type: 'RequestReview', reason: 'r' }
            : { type: 'ResolveReview', decision: 'd' };
      const ids = { expectedVersion: version, commandId: `c${version}` };
      await settle(pair, random, `/v1/tasks/${taskId}/commands`, { ...command, ...ids });
      if (random.chance(0.1)) await pause(random.below(5));
      left -= 1;
    }
  }
};

/** Follows with one connection after the other, each for a random while, until it has them all. */
const follow = async (pair: Pair, random: Random, total: number, followed: Followed) => {
  while (followed.events.length < total) {
    const enough = followed.events.length + 1 + random.below(total / 8);
    const isEnough = ({ events }: Followed): boolean => events.length >= Math.min(enough, total);
    try {
      await followStream(`${pair.pick(random)}/v1/feed`, followed, isEnough);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await pause(random.below(20));
    }
  }
};

it(
  `each of ${FOLLOWERS} followers has each of ${EVENTS} events once, in the instances' order, whoever is killed meanwhile`,
  async () => {
    const seed = randomInt(2 ** 31);
    process.stdout.write(`feed: seed ${seed}\n`);
    const environment = await newDatabase.PostgreSQL();
    const pair = await startPair(environment);
    const database = new pg.Client({ connectionString: environment['DATABASE_URL'] ?? '' });
    await database.connect();
    const random = (number: number): Random => randomOf(seed + number);
    const killing = async (): Promise<void> => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await pause(200 + random(90).below(300));
        await pair.replace(kill % 2);
      }
    };
    const followers = Array.from({ length: FOLLOWERS }, nobodyYet);
    const following = followers.map((followed, index) =>
      follow(pair, random(50 + index), EVENTS, followed),
    );
    const writing = Array.from({ length: WRITERS }, (_, index) =>
      write(pair, random(index), `w${index}`, EVENTS / WRITERS),
    );
    await Promise.all([...writing, killing(), ...following]);
    interface Stored {
      readonly event_id: string;
      readonly instance_id: string;
    }
    const { rows } = await database.query<Stored>(
      'SELECT event_id, instance_id FROM events ORDER BY instance_id, sequence',
    );
    expect(rows).toHaveLength(EVENTS);
    const stored = rows.map(({ event_id: id }) => id);
    for (const { events } of followers) {
      const seen = events.map(({ data }) => data['eventId']);
      expect(new Set(seen).size).toBe(seen.length);
      // Sorted by instance alone: within one, as they were received.
      const inOrder = events
        .map(({ data }) => ({ eventId: data['eventId'], of: textOf(data['instanceId']) }))
        .toSorted((a, b) => (a.of < b.of ? -1 : Number(a.of > b.of)));
      expect(inOrder.map(({ eventId }) => eventId)).toEqual(stored);
    }
    await database.end();
    await pair.stop();
  },
  20 * MINUTES,
);
