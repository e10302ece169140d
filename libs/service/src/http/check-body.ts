import { isUtf8 } from 'node:buffer';
import type { ErrorCode } from '@keyhaven/contracts/shared/errors';

/** More levels than any body of the API has, and far fewer than would overflow the stack of JSON.stringify. */
const MAX_DEPTH = 50;

/**
 * Why a body is refused before it is parsed. Not an ApiError, because the body parser sets a status on the error of its
 * hook.
 */
export class RefusedBody extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'RefusedBody';
  }
}

/**
 * Checks the bytes of a body, decompressed and not yet parsed: the `verify` hook of the body parser.
 * @param charset as Content-Type names it. Others than UTF-8 are refused: their bytes could hide brackets from the count.
 * @throws RefusedBody
 */
export function checkBody(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset.toLowerCase() !== 'utf-8') {
    throw new RefusedBody(
      'unsupported_media_type',
      `Content-Type: charset ${charset.slice(0, 50)} is not supported; expected utf-8`,
    );
  }
  if (!isUtf8(body)) throw new RefusedBody('bad_request', 'body: is not valid UTF-8; expected JSON in UTF-8');
  if (isDeeperThan(MAX_DEPTH, body))
    throw new RefusedBody('bad_request', `body: is nested too deeply; at most ${MAX_DEPTH} levels are accepted`);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether arrays and objects are nested too deep. Exact for valid JSON; the parser refuses invalid JSON later. */
function isDeeperThan(levels: number, json: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > levels) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
