import type { LetterHandOver, OffsetRange } from './letter-hand-over';

/**
 * Checks regularly while letters are read, because no batch arrives for letters that another process has deleted. Stops the
 * delivery when the content of the topic cannot be read, and when letters exist but none arrived for `longestMs`.
 * @param ask reads the range of offsets that the topic holds.
 */
export function watchLetters(
  letters: LetterHandOver,
  ask: () => Promise<OffsetRange>,
  longestMs: number,
): () => Promise<void> {
  let seen = letters.next;
  let since = Date.now();
  return async () => {
    try {
      await letters.compare(await ask());
    } catch (error) {
      letters.stop(error);
    }
    if (letters.next !== seen) [seen, since] = [letters.next, Date.now()];
    const silentMs = Date.now() - since;
    if (silentMs > longestMs) letters.stop(new Error(`no dead letter came for ${silentMs} ms`));
  };
}
