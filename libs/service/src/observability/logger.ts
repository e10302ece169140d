import { openSync } from 'node:fs';
import { tracing } from '@keyhaven/tracing/tracing';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/**
 * The key of the service's name in a logger. Child loggers inherit it. It is not a pino binding, because a child's
 * binding would be added to its parent's, and the line would name two services.
 */
const SERVICE = Symbol('service');

/**
 * Creates the log of a service: one JSON line for each unit of work, on standard output unless a destination is given.
 * Lines that are written within a span contain its ids.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: (_line, _level, logger) => ({
      service: (logger as Logger & { [SERVICE]?: string })[SERVICE],
      ...tracing?.ids(),
    }),
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return Object.assign(destination ? pino(options, destination) : pino(options), { [SERVICE]: service });
}

/**
 * Creates the logger of one service in a process with several. It writes to the log of the process, under the service's
 * name.
 */
export function loggerOf(process: Logger, service: string): Logger {
  return Object.assign(process.child({}), { [SERVICE]: service });
}

/** A log file. It buffers lines for a moment, to write many of them together. */
export interface LogFile extends DestinationStream {
  /**
   * Writes the buffered lines. Call it before an exit that runs no exit handlers; otherwise this happens automatically.
   */
  flushSync(): void;
}

/** Buffered lines are written when they reach this size, or after this time. */
const WRITE_BYTES = 4096;
const WRITE_EVERY_MS = 250;

/**
 * Opens a log file for appending. Only its owner can read it.
 * @throws Error if it cannot be opened.
 */
export function logToFile(file: string): LogFile {
  const dest = openSync(file, 'a', 0o600);
  return pino.destination({ dest, sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_EVERY_MS });
}
