import type { KafkaDeadLetter } from '../dead-letter';
import { KafkaBus } from '../kafka-bus';
import type { KafkaBusOptions } from '../kafka-options';
import type { KafkaReport } from '../kafka-report';

/** A bus and its reports. */
export interface BusForTests {
  bus: KafkaBus;
  letters: KafkaDeadLetter[];
  fatal: Error[];
  reports: KafkaReport[];
  /** The reports of one kind. */
  published: <Kind extends KafkaReport['kind']>(kind: Kind) => Extract<KafkaReport, { kind: Kind }>[];
}

/** A bus on one broker, which retries sooner than in production. */
export function busForTests(brokers: string[], options: Partial<KafkaBusOptions> = {}): BusForTests {
  const letters: KafkaDeadLetter[] = [];
  const fatal: Error[] = [];
  const reports: KafkaReport[] = [];
  const bus = new KafkaBus({
    brokers,
    clientId: 'tests',
    replicationFactor: 1,
    minInsyncReplicas: 1,
    onDeadLetter: (letter) => letters.push(letter),
    onFatal: (error) => fatal.push(error),
    report: (report) => reports.push(report),
    ...options,
    timing: { firstRetryMs: 10, lastRetryMs: 500, heartbeatMs: 300, firstRestartMs: 100, ...options.timing },
  });
  return {
    bus,
    letters,
    fatal,
    reports,
    published: (kind) => reports.filter((report) => report.kind === kind) as never,
  };
}
