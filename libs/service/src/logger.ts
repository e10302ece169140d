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

/** A log file that is appended to without buffering; only its owner can read it. */
export function logToFile(file: string): DestinationStream {
  return pino.destination({ dest: file, append: true, sync: false, mode: 0o600 });
}
