import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** The log of a service: one JSON line per unit of work, on standard output unless a destination is given. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = { level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/** A file that a log is appended to, written as it comes. */
export function logToFile(file: string): DestinationStream {
  return pino.destination({ dest: file, append: true, sync: false });
}
