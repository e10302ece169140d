import type { KafkaReport } from '@keyhaven/events/kafka/kafka-report';
import type { Logger } from './logger';

/**
 * Logs the reports of the bus. A consumed event is logged at level debug only, because these lines would be most of the
 * log; metrics show how far consumers are behind.
 */
export function busReporter(logger: Logger): (report: KafkaReport) => void {
  return (report) => {
    const level = report.kind === 'client_log' || report.kind === 'consumed' ? 'debug' : 'info';
    logger[level](report, 'bus');
  };
}
