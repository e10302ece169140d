import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/**
 * Where a logger keeps its service's name; its children inherit it. Not a binding: pino writes those of a child behind
 * those of its parent, and the line would carry two names.
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

/** The log of one service in a process of several: it goes where the process's goes, under the service's name. */
export function loggerOf(process: Logger, service: string): Logger {
  return Object.assign(process.child({}), { [SERVICE]: service });
}

/** A file that a log is appended to, written as it comes; only its owner reads it. */
export function logToFile(file: string): DestinationStream {
  return pino.destination({ dest: file, append: true, sync: false, mode: 0o600 });
}
