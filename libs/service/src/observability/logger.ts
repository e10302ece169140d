import { openSync } from 'node:fs';
import { tracing } from '@keyhaven/tracing/tracing';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/**
 * The property of a logger that contains the service's name. Child loggers inherit it. It is not a
 * pino binding, because pino would add the child's binding to that of its parent, and lines would
 * name two services.
 */
const SERVICE = Symbol('service');

/**
 * Creates the log of a service: one JSON line for each request, event or other unit of work, to
 * standard output unless a destination is given. Lines that are written within a span contain the
 * ids of the span.
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
 * Creates the logger for one service in a process with several services. It writes to the log of
 * the process, with the name of the service.
 */
export function loggerOf(process: Logger, service: string): Logger {
  return Object.assign(process.child({}), { [SERVICE]: service });
}

/** A log file. It buffers lines briefly, to write many of them together. */
export interface LogFile extends DestinationStream {
  /**
   * Writes the buffered lines. An exit handler does this too, so a call is needed only before an
   * exit that runs no exit handlers.
   */
  flushSync(): void;
}

/**
 * Buffered lines are written when they reach this size in bytes, or after this time in
 * milliseconds.
 */
const WRITE_BYTES = 4096;
const WRITE_EVERY_MS = 250;

/**
 * Opens a log file for appending. Only its owner can read the file.
 * @throws Error if it cannot be opened.
 */
export function logToFile(file: string): LogFile {
  const dest = openSync(file, 'a', 0o600);
  const stream = pino.destination({ dest, sync: false, minLength: WRITE_BYTES });
  let flushing: NodeJS.Timeout | undefined;
  let hasNewLines = false;
  const flush = () => {
    stream.flush();
    // The stream ignores a flush while an earlier write is in progress. So flush once more after the last line.
    flushing = hasNewLines ? setTimeout(flush, WRITE_EVERY_MS).unref() : undefined;
    hasNewLines = false;
  };
  return {
    write: (line) => {
      stream.write(line);
      hasNewLines = true;
      // pino's option `periodicFlush` would also write while no line is buffered.
      flushing ??= setTimeout(flush, WRITE_EVERY_MS).unref();
    },
    flushSync: () => stream.flushSync(),
  };
}
