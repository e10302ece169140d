import type { KafkaReport } from '@keyhaven/events/kafka/kafka-report';
import type { Logger } from './observability/logger';

/**
 * Logs the reports of the bus. Consumed events are logged only at the level debug, because there
 * are too many of them. Metrics show how far the consumers are behind.
 */
export function busReporter(logger: Logger): (report: KafkaReport) => void {
  return (report) => {
    const level = report.kind === 'client_log' || report.kind === 'consumed' ? 'debug' : 'info';
    logger[level](report, 'bus');
  };
}
