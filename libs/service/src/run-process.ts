import { VERSION } from '@keyhaven/contracts/platform/version';
import { type RunningTracing, startTracing } from '@keyhaven/tracing/start-tracing';
import type { z } from 'zod';
import { type commonSettings, describeConfiguration, readConfiguration } from './configuration';
import { createLogger, type Logger } from './observability/logger';
import { traceFailures } from './observability/trace-failures';
import type { OperatedPart } from './operations/operated-part';
import { type Operations, operationsAddress, serveOperations } from './operations/operations';

/** How long sending the last spans may take after everything else has stopped, in milliseconds. */
export const FLUSH_MS = 2000;

/** What `start` of runProcess returns: a running service or gateway. */
export interface RunningProcess {
  /** The health and metrics, for the operations port. */
  operated: OperatedPart;
  stop(): Promise<void>;
}

/**
 * Runs a service in its own process. Reads the configuration from the environment, and logs it in
 * one line. On the first SIGTERM or SIGINT, the process stops cleanly; on the second, it ends
 * immediately. The operations port stays open as long as the process runs.
 * @param start starts the service, and returns what to stop at the end.
 */
export async function runProcess<Settings extends typeof commonSettings>(
  name: string,
  settings: Settings,
  start: (configuration: z.output<Settings>, logger: Logger) => Promise<RunningProcess>,
): Promise<void> {
  let running: RunningProcess;
  let operations: Operations;
  let logger: Logger;
  let tracing: RunningTracing | undefined;
  try {
    const configuration = readConfiguration(settings, process.env);
    logger = createLogger(name, configuration.LOG_LEVEL);
    const versions = { version: VERSION, node: process.version };
    logger.info({ configuration: describeConfiguration(configuration), ...versions }, 'starting');
    tracing = await startTracing(configuration, {
      service: name,
      version: VERSION,
      onFailure: traceFailures(logger),
    });
    operations = await serveOperations(operationsAddress(configuration));
    logger.info({ operations: operations.url }, 'health and metrics');
    running = await start(configuration, logger);
    operations.show([running.operated]);
  } catch (error) {
    process.stderr.write(`${name} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  // Node would print the error as text, but everything in the log of a process must be JSON.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected error');
    process.exit(1);
  });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    const stopped = running.stop().finally(() => tracing?.stop(FLUSH_MS));
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
