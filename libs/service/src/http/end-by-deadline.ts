import { Readable } from 'node:stream';
import { deadlinePassed, RequestProgress } from '@keyhaven/persistence/request-progress';
import type { Response } from 'express';
import { RawAnswer } from './raw-answer';

/** The maximum delay of a timer in Node, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs the work of a request until its deadline. After the deadline, the request cannot write any
 * more.
 * @throws ApiError after the deadline: `gateway_timeout` if something may have been written,
 *   otherwise `unavailable`.
 */
export async function endByDeadline<Result>(
  response: Response,
  { deadline, isRead }: { deadline: Date | undefined; isRead: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  const progress = new RequestProgress(isRead);
  response.locals.progress = progress;
  const running = progress.run(work);
  if (deadline === undefined) return running;
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    const end = () => {
      progress.end();
      response.locals.waitsFor = progress.waitsFor;
      running.then(discard, () => {});
      reject(deadlinePassed(progress));
    };
    timer = setTimeout(end, Math.min(Math.max(deadline.getTime() - Date.now(), 0), MAX_TIMER_MS));
  });
  return Promise.race([running, passed]).finally(() => clearTimeout(timer));
}

/** Closes the stream of a response that was ready only after the deadline. */
function discard(answer: unknown): void {
  if (answer instanceof RawAnswer && answer.body instanceof Readable) answer.body.destroy();
}
