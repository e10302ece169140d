import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit, which allows for slow machines. */
const WITHIN_MS = 180_000;

/**
 * Calls a function until its result is truthy, and returns the result.
 * @throws Error that contains `what` if the result is not truthy within `withinMs`.
 */
export async function until(what, ask, withinMs = WITHIN_MS) {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`this did not happen within ${withinMs / 1000} s: ${what}`);
    await sleep(200);
  }
}
