import timeFactor from '../jest/time-factor.cjs';

/**
 * The pauses between checks: the first and the longest pause in milliseconds, and the factor by
 * which they grow.
 */
const PAUSE_MS = { first: 10, growth: 1.2, most: 100 };

/**
 * Waits until the condition returns a truthy value.
 * @param milliseconds the time limit, which is multiplied by the factor for slow machines.
 * @returns the truthy value.
 * @throws Error after the time limit.
 */
export async function until<Answer>(
  condition: () => Answer | Promise<Answer>,
  milliseconds = 20_000,
): Promise<NonNullable<Answer>> {
  const limitMs = milliseconds * timeFactor;
  const end = Date.now() + limitMs;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * PAUSE_MS.growth, PAUSE_MS.most)) {
    const answer = await condition();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`condition not met within ${limitMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
