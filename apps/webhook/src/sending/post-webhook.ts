import { Readable } from 'node:stream';
import { refusedTargetIn, refusedTargetWords } from '@keyhaven/service/outbound/guarded-agent';
import type { Agent } from 'undici';

/** The limit for a whole attempt, in milliseconds. */
export const TIMEOUT_MS = 15_000;
/** How much of an answer is kept, in bytes; the rest is not read. */
const KEPT_BYTES = 16 * 1024;
/** How long to wait for the rest of an answer after its status, in milliseconds. */
const BODY_TIMEOUT_MS = 2000;

/** The outcome of an attempt: an answer, or the reason why there is none. `detail` is for the operator's log only. */
export type PostOutcome =
  | { statusCode: number; response: string; retryAfter: string | undefined }
  | { statusCode: null; failure: string; detail?: string };

/**
 * Posts a delivery once. Redirects are not followed. Never throws.
 * @param mayBegin is asked when the connection is open, which can take long. Before that nothing is sent, not even
 *   headers; if it returns false nothing is sent at all.
 */
export async function postWebhook(
  agent: Agent,
  webhookUrl: string,
  headers: Record<string, string>,
  body: Buffer,
  timeoutMs: number,
  mayBegin: () => Promise<boolean>,
): Promise<PostOutcome> {
  try {
    const { origin, pathname, search } = new URL(webhookUrl);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(body.length),
        'user-agent': 'Keyhaven-Webhooks',
        ...headers,
      },
      body: Readable.from(onceAllowed(body, mayBegin), { objectMode: false }),
      headersTimeout: timeoutMs,
      bodyTimeout: BODY_TIMEOUT_MS,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      statusCode: answer.statusCode,
      response: await readBeginning(answer.body),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  } catch (error) {
    const refused = refusedTargetIn(error);
    if (refused) return { statusCode: null, failure: refusedTargetWords, detail: refused.message };
    return { statusCode: null, failure: describeFailure(error, timeoutMs) };
  }
}

/** The client sends the headers with the first chunk, and asks for that chunk when it is connected. */
async function* onceAllowed(body: Buffer, mayBegin: () => Promise<boolean>): AsyncGenerator<Buffer> {
  if (!(await mayBegin())) throw new Error('the delivery ended before its request was sent');
  yield body;
}

/** The beginning of an answer. An endpoint that stalls or disconnects here has answered all the same. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Leaving the loop destroys the connection with the rest.
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= KEPT_BYTES) break;
    }
  } catch {
    // What was read until then is kept.
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString();
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT') return `no answer within ${timeoutMs} ms`;
  return [code, message]
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
    .slice(0, 500);
}
