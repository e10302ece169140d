import type { RelayReport } from '@keyhaven/persistence/outbox/relay-options';
import type { Logger } from './observability/logger';
import type { DataMetrics } from './observability/metrics';

/** Reports the work of a relay in the log and in metrics. */
export function relayReporter(logger: Logger, metrics: DataMetrics): (report: RelayReport) => void {
  return (report) => {
    switch (report.kind) {
      case 'published':
        metrics.published.inc(report.events);
        metrics.publishLag.observe(report.maxLagMs / 1000);
        logger.info(report, 'events published');
        break;
      case 'bus_failed':
        metrics.busFailures.inc();
        logger.error(report, 'the bus took no events');
        break;
      case 'events_refused':
        metrics.busFailures.inc();
        logger.error(report, 'the bus refuses the events of a document');
        break;
      case 'job_failed':
        metrics.jobFailures.inc({ job_name: report.job });
        logger.error(report, 'a job failed and will be retried');
        break;
      case 'lease_lost':
        metrics.leaseLosses.inc({ lease: report.lease }, report.documents);
        logger.warn(report, 'a lease ran out during the work; another process may have done the same work');
        break;
      case 'relay_failed':
        logger.error(report, 'the relay could not work');
        break;
    }
  };
}
