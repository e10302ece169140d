import type { Limits } from './exchange';
import { KeyhavenError } from './keyhaven-error';
import { pause } from './pause';
import { TOKEN_ROUTE } from './refresh-tokens';

/**
 * Waits for work that several requests share. If this wait ends early, the work continues.
 * @throws KeyhavenError `timed_out` after the time limit.
 * @throws the reason of the signal if it is aborted.
 */
export async function withinLimits(work: Promise<void>, { timeoutMs, signal }: Limits, what: string): Promise<void> {
  const done = new AbortController();
  const expire = async () => {
    await pause(timeoutMs, signal ? AbortSignal.any([signal, done.signal]) : done.signal);
    const messages = [`${what} took longer than ${timeoutMs} ms`];
    throw new KeyhavenError({ status: 0, code: 'timed_out', messages, ...TOKEN_ROUTE });
  };
  try {
    await Promise.race([work, expire()]);
  } finally {
    done.abort();
  }
}
