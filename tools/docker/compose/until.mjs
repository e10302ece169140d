import { setTimeout as sleep } from 'node:timers/promises';

/** A slow machine needs many times what an idle one needs. */
const WITHIN_MS = 180_000;

/** Repeats a question until its answer is truthy, and returns the answer. @throws Error with what was waited for. */
export async function until(what, ask, withinMs = WITHIN_MS) {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`this did not happen within ${withinMs / 1000} s: ${what}`);
    await sleep(200);
  }
}
