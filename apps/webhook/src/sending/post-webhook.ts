import type { IncomingHttpHeaders } from 'node:http';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { refusedTargetIn, refusedTargetWords } from '@keyhaven/service/outbound/guarded-agent';
import type { Agent, Dispatcher } from 'undici';

/** The name of the sender, with the version of the platform. */
const USER_AGENT = `Keyhaven-Webhooks/${VERSION}`;
/** The time limit of an attempt, in milliseconds. */
export const TIMEOUT_MS = 15_000;
/** The number of bytes of a response that are stored. The remaining bytes are not read. */
const KEPT_BYTES = 16 * 1024;
/** How long to wait for the body of a response after its status has arrived, in milliseconds. */
const BODY_TIMEOUT_MS = 2000;

/** The outcome of an attempt: a response, or the reason why there is none. `detail` is for the operator's log only. */
export type PostOutcome =
  | { statusCode: number; response: string; retryAfter: string | undefined }
  | { statusCode: null; failure: string; detail?: string };

/**
 * Posts a delivery once, without following redirects. Never throws.
 * @param mayBegin is called immediately before the first byte is sent, when the connection is open. Opening the
 * connection can take long.
 * @returns undefined if mayBegin returned false. Then nothing was sent, and another attempt can use the connection.
 */
export function postWebhook(
  agent: Agent,
  webhookUrl: string,
  headers: Record<string, string>,
  body: Buffer,
  timeoutMs: number,
  mayBegin: () => boolean,
): Promise<PostOutcome | undefined> {
  return new Promise((resolve) => {
    const attempt = new Attempt(mayBegin, timeoutMs, resolve);
    try {
      const { origin, pathname, search } = new URL(webhookUrl);
      const request: Agent.DispatchOptions = {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': USER_AGENT,
          ...headers,
        },
        body,
        headersTimeout: timeoutMs,
        bodyTimeout: BODY_TIMEOUT_MS,
      };
      agent.dispatch(request, attempt);
    } catch (error) {
      attempt.onResponseError(undefined, error as Error);
    }
  });
}

/** Handles a request without streams, because streams would cost more than the request itself. */
class Attempt implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private answer: { statusCode: number; retryAfter: string | undefined } | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private isLate = false;
  private isRefused = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly mayBegin: () => boolean,
    private readonly timeoutMs: number,
    private readonly resolve: (outcome: PostOutcome | undefined) => void,
  ) {
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.controller?.abort(new Error('late'));
    }, timeoutMs);
  }

  /** If this function throws an error, the request ends before anything is sent, even the headers. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isLate) throw new Error('late');
    this.isRefused = !this.mayBegin();
    if (this.isRefused) throw new Error('the delivery may not be sent');
    this.controller = controller;
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    const isInterim = statusCode < 200;
    // undici returns an array if the answer contains a header twice, although its type does not say so.
    const [retryAfter] = [headers['retry-after']].flat();
    if (!isInterim) this.answer = { statusCode, retryAfter };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    // Abort closes the connection, so the remaining bytes are not read.
    if (this.length >= KEPT_BYTES) controller.abort(new Error('the rest is not read'));
  }

  onResponseEnd(): void {
    this.end();
  }

  /** If an endpoint stalls or disconnects after it has sent the status, that status still counts as the response. */
  onResponseError(_controller: unknown, error: Error): void {
    this.end(error);
  }

  private end(error?: Error): void {
    clearTimeout(this.timer);
    this.resolve(this.isRefused ? undefined : this.outcomeOf(error));
  }

  private outcomeOf(error: Error | undefined): PostOutcome {
    if (this.answer) {
      return { ...this.answer, response: Buffer.concat(this.chunks).subarray(0, KEPT_BYTES).toString() };
    }
    const refused = refusedTargetIn(error);
    if (refused) return { statusCode: null, failure: refusedTargetWords, detail: refused.message };
    return {
      statusCode: null,
      failure: this.isLate ? noAnswer(this.timeoutMs) : describeFailure(error, this.timeoutMs),
    };
  }
}

function noAnswer(timeoutMs: number): string {
  return `no answer within ${timeoutMs} ms`;
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return noAnswer(timeoutMs);
  return [code, message]
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
    .slice(0, 500);
}
