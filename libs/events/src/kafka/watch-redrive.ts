import type { DeadLetterRedrive, OffsetRange } from './dead-letter-redrive';

/**
 * Creates a check that runs regularly during a redrive. The check ends the redrive if other
 * processes deleted all of its remaining dead letters, because no further batch will arrive. The
 * check stops the redrive with an error if the offsets of the topic cannot be read, or if no dead
 * letter has arrived for `longestMs`.
 * @param ask reads the current offsets of the topic.
 */
export function watchRedrive(
  redrive: DeadLetterRedrive,
  ask: () => Promise<OffsetRange>,
  longestMs: number,
): () => Promise<void> {
  let seen = redrive.next;
  let since = Date.now();
  return async () => {
    try {
      await redrive.checkRange(await ask());
    } catch (error) {
      redrive.stop(error);
    }
    if (redrive.next !== seen) [seen, since] = [redrive.next, Date.now()];
    const silentMs = Date.now() - since;
    if (silentMs > longestMs) redrive.stop(new Error(`no dead letter arrived for ${silentMs} ms`));
  };
}
