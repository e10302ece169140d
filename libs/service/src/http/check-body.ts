import { isUtf8 } from 'node:buffer';
import type { ErrorCode } from '@keyhaven/contracts/shared/errors';

/**
 * The maximum depth of nested arrays and objects in a body. No valid body is this deep. It is far
 * below the depth at which JSON.stringify would overflow the stack.
 */
const MAX_DEPTH = 50;

/**
 * Thrown if a body is refused before it is parsed. It is not an ApiError, because the body parser
 * would overwrite the status of an ApiError that its `verify` hook throws.
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
 * Checks the decompressed bytes of a body before they are parsed.
 * @param charset the charset of the Content-Type. Only UTF-8 is accepted, because other charsets
 *   could hide brackets from the check of the depth.
 * @throws RefusedBody
 */
export function checkBody(body: Buffer, charset: string): void {
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

/**
 * Whether arrays and objects are nested too deeply. The result is exact only for valid JSON. The
 * parser refuses other bodies later.
 */
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
