import { openSync } from 'node:fs';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/**
 * The key of the service's name in a logger; child loggers inherit it. It is not a binding: pino appends the bindings
 * of a child to those of its parent, and the line would have two names.
 */
const SERVICE = Symbol('service');

/** The log of a service: one JSON line per unit of work, on standard output unless a destination is given. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: (_line, _level, logger) => ({ service: (logger as Logger & { [SERVICE]?: string })[SERVICE] }),
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return Object.assign(destination ? pino(options, destination) : pino(options), { [SERVICE]: service });
}

/** The logger of one service in a process with several: it writes to the process's log, under the service's name. */
export function loggerOf(process: Logger, service: string): Logger {
  return Object.assign(process.child({}), { [SERVICE]: service });
}

/** A log file. Lines wait in memory for a moment, so that many of them are one write. */
export interface LogFile extends DestinationStream {
  /** Writes the waiting lines, before an exit that runs no handlers; every other exit does so itself. */
  flushSync(): void;
}

/** From how many bytes on, and after how many milliseconds at the latest, waiting lines are written. */
const WRITE_BYTES = 4096;
const WRITE_EVERY_MS = 250;

/**
 * Opens a log file to append to; only its owner can read it.
 * @throws Error when it cannot be opened.
 */
export function logToFile(file: string): LogFile {
  const dest = openSync(file, 'a', 0o600);
  return pino.destination({ dest, sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_EVERY_MS });
}
