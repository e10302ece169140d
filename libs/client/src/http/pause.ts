/** The longest time of a timer in Node, in milliseconds (24.8 days). A timer with a longer time ends after 1 ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits for a time, but at most for LONGEST_TIMER_MS.
 * @throws the reason of the signal if it is aborted first.
 */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const end = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', leave, { once: true });
  });
}
