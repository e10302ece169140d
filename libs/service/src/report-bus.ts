import type { KafkaReport } from '@keyhaven/events/kafka/kafka-report';
import type { Logger } from './logger';

/**
 * Logs what the bus reports of its work. Each consumed event is a line for debugging alone: it would be most of the log,
 * and how far consumers are behind is among the metrics.
 */
export function busReporter(logger: Logger): (report: KafkaReport) => void {
  return (report) => {
    const level = report.kind === 'client_log' || report.kind === 'consumed' ? 'debug' : 'info';
    logger[level](report, 'bus');
  };
}
