import type { z } from 'zod';
import { type commonSettings, describeConfiguration, readConfiguration } from './configuration';
import { createLogger, type Logger } from './logger';
import type { OperatedPart } from './operations/operated-part';
import { type Operations, operationsAddress, serveOperations } from './operations/operations';

/** What a process runs. */
export interface RunningProcess {
  /** The parts that the operations port shows. */
  operated: OperatedPart;
  stop(): Promise<void>;
}

/**
 * Runs a service as a process of its own: reads the configuration from the environment, logs it in one line, stops in
 * order on the first SIGTERM or SIGINT and immediately on the second. The operations port answers during all of this.
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
  try {
    const configuration = readConfiguration(settings, process.env);
    logger = createLogger(name, configuration.LOG_LEVEL);
    logger.info({ configuration: describeConfiguration(configuration), node: process.version }, 'starting');
    operations = await serveOperations(operationsAddress(configuration));
    logger.info({ operations: operations.url }, 'health and metrics');
    running = await start(configuration, logger);
    operations.show([running.operated]);
  } catch (error) {
    process.stderr.write(`${name} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    running.stop().then(
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
