/** A process of its own that asks a service, so that the asking does not slow the answering more than it must. */
import { closedLoop, type Lane } from '../closed-loop.ts';
import type { Sample } from '../statistics.ts';
import { TaskScript } from '../task-script.ts';
import { openConnection } from './connection.ts';
import type { Order, Report } from './orders.ts';
import { pacedLoop } from './paced-loop.ts';

/** Kept between orders, so that what was warmed up stays warm. */
const known = new Map<string, readonly Lane[]>();

const openLane = (url: string, asks: Order['asks']): Lane => {
  const connection = openConnection(url);
  if (asks !== 'commands') {
    const { method, path } = asks;
    return () => connection.ask(method, path, method === 'POST' ? {} : undefined);
  }
  const script = new TaskScript({
    create: (body) => connection.ask('POST', '/v1/tasks', body),
    command: (id, body) => connection.ask('POST', `/v1/tasks/${id}/commands`, body),
  });
  return () => script.advance();
};

const lanesFor = ({ urls, connections, asks }: Order): readonly Lane[] => {
  const key = JSON.stringify([urls, connections, asks]);
  const lanes =
    known.get(key) ??
    Array.from({ length: connections }, (_, index) =>
      openLane(urls[index % urls.length] ?? '', asks),
    );
  known.set(key, lanes);
  return lanes;
};

const carryOut = (order: Order): Promise<Sample> =>
  order.perSecond === undefined
    ? closedLoop(lanesFor(order), order.ms)
    : pacedLoop(lanesFor(order), order.ms, order.perSecond);

const tell = (report: Report): void => {
  process.send?.(report);
};

process.on('message', (order: Order) => {
  carryOut(order).then(
    (sample) => tell({ is: 'done', sample }),
    (error: unknown) => tell({ is: 'failed', error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
tell({ is: 'ready' });
