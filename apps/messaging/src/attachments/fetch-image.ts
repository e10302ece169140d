import { MAX_IMAGE_BYTES } from '@keyhaven/contracts/messaging/message';
import { ApiError, PassingRefusal } from '@keyhaven/contracts/shared/errors';
import { isDryRun } from '@keyhaven/persistence/dry-run';
import type { AddressRange } from '@keyhaven/service/outbound/address-rules';
import {
  guardedAgent,
  refusedTargetIn,
  refusedTargetWords,
  type Resolve,
} from '@keyhaven/service/outbound/guarded-agent';
import { faultOfOutboundUrl, type OutboundRules } from '@keyhaven/service/outbound/outbound-url';
import { type Dispatcher, request } from 'undici';
import { acceptedImages, isAcceptedImage } from './image-types';

/** The time limit of a download including redirects, in milliseconds. It is less than the deadline of a request. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

export interface FetchImageOptions {
  /** Address ranges that are allowed although they are not public. */
  opened: readonly AddressRange[];
  timeoutMs?: number;
  resolve?: Resolve;
}

/**
 * Returns a function that downloads an image from a URL that a client sent. The rules for all
 * outbound requests apply to the URL and to each redirect, but plain http is also allowed. The size
 * is limited while bytes arrive, and the type is read from the first bytes. A dry run only checks
 * the URL, and returns no bytes.
 * @throws ApiError bad_request that explains why the image is refused.
 */
export function imageFetcher({
  opened,
  timeoutMs = TIMEOUT_MS,
  resolve,
}: FetchImageOptions): (url: string) => Promise<Buffer> {
  const rules = { opened, plainHttp: true };
  const agent = guardedAgent({ ...rules, connectTimeoutMs: timeoutMs, resolve });
  return async (url) => {
    if (isDryRun()) {
      assertAllowed(url, rules);
      return Buffer.alloc(0);
    }
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const bytes = await download(url, { dispatcher: agent, signal }, rules);
      if (!isAcceptedImage(bytes)) throw refusal('the file is not an image', `expected ${acceptedImages}`);
      return bytes;
    } catch (error) {
      throw asRefusal(error, timeoutMs);
    }
  };
}

async function download(
  first: string,
  options: { dispatcher: Dispatcher; signal: AbortSignal },
  rules: OutboundRules,
): Promise<Buffer> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertAllowed(url, rules, redirects === 0 ? '' : 'the redirect target ');
    const { statusCode, headers, body } = await request(url, { ...options, headers: { accept: 'image/*' } });
    if (statusCode === 200) return readBounded(body, Number(headers['content-length'] ?? 0));
    discard(body);
    const { location } = headers;
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string' || !URL.canParse(location, url)) {
      const refuse = isPassing(statusCode) ? passingRefusal : refusal;
      throw refuse(`the address answered ${statusCode}`, 'expected 200 with an image');
    }
    url = new URL(location, url).href;
  }
  throw refusal(`the address redirects more than ${MAX_REDIRECTS} times`);
}

/** Whether a repeated download can succeed: after 408 (timeout), 429 (rate limit) and every 5xx. */
function isPassing(statusCode: number): boolean {
  return statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/**
 * @throws ApiError bad_request if the rules for outbound requests refuse the URL. The host name is not resolved here.
 */
function assertAllowed(url: string, rules: OutboundRules, what = ''): void {
  const fault = faultOfOutboundUrl(url, rules);
  if (fault !== undefined) throw refusal(`${what}${fault}`);
}

async function readBounded(body: Dispatcher.ResponseData['body'], declared: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (declared > MAX_IMAGE_BYTES) throw tooLarge();
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_IMAGE_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    discard(body);
  }
  return Buffer.concat(chunks);
}

/** Stops reading a response before its end. The resulting error is ignored. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {}).destroy();
}

function tooLarge(): ApiError {
  return refusal('the file is too large', `expected at most ${MAX_IMAGE_BYTES} bytes`);
}

function refusal(...words: string[]): ApiError {
  return new ApiError('bad_request', messageOf(words));
}

/** Returns an error that is not stored for the Idempotency-Key, so that a repeated request tries the download again. */
function passingRefusal(...words: string[]): ApiError {
  return new PassingRefusal('bad_request', messageOf(words));
}

function messageOf(words: readonly string[]): string {
  return `attachment_url: ${words.join('; ')}; nothing was stored`;
}

/**
 * Converts an error to the error that the client gets. The message never contains an address to which a host resolved.
 */
function asRefusal(error: unknown, timeoutMs: number): unknown {
  if (error instanceof ApiError) return error;
  if (refusedTargetIn(error)) return refusal(refusedTargetWords, 'expected a publicly reachable image');
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return passingRefusal(`the image did not arrive within ${timeoutMs / 1000} seconds`);
  }
  return passingRefusal('the address could not be reached', 'expected a publicly reachable image');
}
