import type { Counter } from 'prom-client';
import type { Logger } from '../observability/logger';

/**
 * Thrown for a token that has a valid signature but is too old or from the future. Either the
 * clocks of the services differ, or the request was delayed.
 */
export class TokenOutOfTime extends Error {
  /**
   * @param ageSeconds the age by the clock of this process; negative if the token is from the
   *   future.
   */
  constructor(
    readonly issuer: string,
    readonly ageSeconds: number,
  ) {
    super(
      ageSeconds < 0
        ? `the token of ${issuer} will be signed ${-ageSeconds} s from now, by the clock of this process`
        : `the token of ${issuer} was signed ${ageSeconds} s ago, by the clock of this process`,
    );
    this.name = 'TokenOutOfTime';
  }
}

/**
 * The minimum time between two log lines about the same issuer, in milliseconds. A wrong clock
 * would otherwise cause a line for every request.
 */
const LOG_EVERY_MS = 60_000;

/**
 * Returns a function that counts refused tokens, and logs how much the clock of their issuer
 * differs from that of this process.
 */
export function clockReporter(logger: Logger, differences: Counter<'issuer'>): (token: TokenOutOfTime) => void {
  const loggedAt = new Map<string, number>();
  return ({ issuer, ageSeconds }) => {
    differences.inc({ issuer });
    const now = Date.now();
    if (now - (loggedAt.get(issuer) ?? -Infinity) < LOG_EVERY_MS) return;
    loggedAt.set(issuer, now);
    const fields = { event: 'clock_differs', issuer, seconds: -ageSeconds };
    if (ageSeconds < 0) logger.error(fields, `the clock of ${issuer} is ${-ageSeconds} s ahead of this one`);
    else {
      logger.error(
        fields,
        `a token of ${issuer} is ${ageSeconds} s old: its clock is behind this one, or its request waited`,
      );
    }
  };
}
