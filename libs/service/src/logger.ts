import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** The log of a service: one JSON line per unit of work, on standard output unless a destination is given. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = { level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}
