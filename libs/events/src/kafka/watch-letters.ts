import type { LetterHandOver, OffsetRange } from './letter-hand-over';

/**
 * What to do now and then while letters are read, because no batch comes for those that another process has deleted.
 * Stops the hand-over when nobody can say what the topic holds, and when letters are there but none came for `longestMs`.
 * @param ask what the topic holds now.
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
