/** Waits until a condition holds, and answers what it answered; fails after the given milliseconds. */
export async function until<Answer>(
  condition: () => Answer | Promise<Answer>,
  milliseconds = 20_000,
): Promise<NonNullable<Answer>> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`did not come true within ${milliseconds} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
