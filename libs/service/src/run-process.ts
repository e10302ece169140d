import { VERSION } from '@keyhaven/contracts/platform/version';
import { type RunningTracing, startTracing } from '@keyhaven/tracing/start-tracing';
import type { z } from 'zod';
import { type commonSettings, describeConfiguration, readConfiguration } from './configuration';
import { createLogger, type Logger } from './observability/logger';
import { traceFailures } from './observability/trace-failures';
import type { OperatedPart } from './operations/operated-part';
import { type Operations, operationsAddress, serveOperations } from './operations/operations';

/** How long the last spans may take to be sent after everything else has stopped, in milliseconds. */
export const FLUSH_MS = 2000;

/** What `start` returns: a running service or gateway. */
export interface RunningProcess {
  /** The health and metrics of what was started, for the operations port. */
  operated: OperatedPart;
  stop(): Promise<void>;
}

/**
 * Runs a service in a process of its own. Reads the configuration from the environment and logs it in one line. Stops
 * cleanly on the first SIGTERM or SIGINT, and immediately on the second. The operations port answers from the start to
 * the end.
 * @param start returns what must be stopped at the end.
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
  // Node would print the error as text. Everything that a process writes to its log is JSON.
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
