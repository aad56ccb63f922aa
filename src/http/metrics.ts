/** The service's numbers in Prometheus' form. Names and labels only: no ids, no payloads. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Meter } from '../service/meter.ts';

export interface Metrics {
  readonly meter: Meter;
  readonly contentType: string;
  /** What is asked for only when somebody looks. */
  gauge(name: string, help: string, read: () => number): void;
  text(): Promise<string>;
}

const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'interlock_' });
  const answers = new Counter({
    name: 'interlock_answers_total',
    help: 'Creations, commands and events by what they were answered.',
    labelNames: ['way', 'lifecycle', 'type', 'outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'interlock_refusals_total',
    help: 'Refusals by reason.',
    labelNames: ['lifecycle', 'reason'],
    registers,
  });
  const duplicates = new Counter({
    name: 'interlock_duplicates_total',
    help: 'Commands and events that were stored already.',
    labelNames: ['lifecycle'],
    registers,
  });
  const deduplicated = new Counter({
    name: 'interlock_deduplicated_creations_total',
    help: 'Creations that found what they would have created.',
    labelNames: ['lifecycle'],
    registers,
  });
  const groups = new Histogram({
    name: 'interlock_commit_group_events',
    help: 'Events asked for in one commit.',
    buckets: GROUP_SIZES,
    registers,
  });
  const passedOver = new Counter({
    name: 'interlock_commit_passed_over_total',
    help: 'Events that a commit did not store, to be decided again.',
    registers,
  });
  const latency = new Histogram({
    name: 'interlock_commit_seconds',
    help: 'How long a commit took.',
    buckets: SECONDS,
    registers,
  });
  const offsets = new Gauge({
    name: 'interlock_feed_offset',
    help: 'The newest feed offset that this process stored.',
    labelNames: ['partition'],
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        collect: () => gauge.set(read()),
      });
    },
    meter: {
      answered(way, lifecycle, type, outcome) {
        answers.inc({ way, lifecycle, type, outcome });
        if (outcome === 'duplicate') duplicates.inc({ lifecycle });
        if (outcome === 'existing') deduplicated.inc({ lifecycle });
      },
      refused: (lifecycle, reason) => refusals.inc({ lifecycle, reason }),
      committed(_partition, asked, stored, seconds) {
        groups.observe(asked);
        latency.observe(seconds);
        passedOver.inc(asked - stored);
      },
      reached: (partition, feedOffset) => offsets.set({ partition }, feedOffset),
    },
  };
};
