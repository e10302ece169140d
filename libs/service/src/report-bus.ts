import type { KafkaReport } from '@keyhaven/events/kafka/kafka-report';
import type { Logger } from './observability/logger';

/**
 * Logs the reports of the bus. Consumed events are logged only at level debug, because they would fill the log. Metrics
 * show how far consumers are behind.
 */
export function busReporter(logger: Logger): (report: KafkaReport) => void {
  return (report) => {
    const level = report.kind === 'client_log' || report.kind === 'consumed' ? 'debug' : 'info';
    logger[level](report, 'bus');
  };
}
