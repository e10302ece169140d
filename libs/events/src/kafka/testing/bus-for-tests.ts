import type { KafkaDeadLetter } from '../dead-letter';
import { KafkaBus } from '../kafka-bus';
import type { KafkaBusOptions } from '../kafka-options';
import type { KafkaReport } from '../kafka-report';

/** A bus, and all reports that it made. */
export interface BusForTests {
  bus: KafkaBus;
  deadLetters: KafkaDeadLetter[];
  fatal: Error[];
  reports: KafkaReport[];
  reportsOf: <Kind extends KafkaReport['kind']>(kind: Kind) => Extract<KafkaReport, { kind: Kind }>[];
}

/** Makes a bus that uses one broker. It retries sooner than in production. */
export function busForTests(brokers: string[], options: Partial<KafkaBusOptions> = {}): BusForTests {
  const deadLetters: KafkaDeadLetter[] = [];
  const fatal: Error[] = [];
  const reports: KafkaReport[] = [];
  const bus = new KafkaBus({
    brokers,
    clientId: 'tests',
    replicationFactor: 1,
    minInsyncReplicas: 1,
    onDeadLetter: (deadLetter) => deadLetters.push(deadLetter),
    onFatal: (error) => fatal.push(error),
    report: (report) => reports.push(report),
    ...options,
    timing: { firstRetryMs: 10, lastRetryMs: 500, heartbeatMs: 300, firstRestartMs: 100, ...options.timing },
  });
  return {
    bus,
    deadLetters,
    fatal,
    reports,
    reportsOf: (kind) => reports.filter((report) => report.kind === kind) as never,
  };
}
