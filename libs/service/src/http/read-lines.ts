import {
  MAX_IMPORT_BYTES,
  MAX_IMPORTED_LINES,
  type SentLine,
  type SentLines,
} from '@keyhaven/contracts/shared/import-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { checkBody, RefusedBody } from './check-body';

const NEWLINE = 0x0a;

export interface LineLimits {
  lineBytes: number;
  bodyBytes?: number;
  lines?: number;
}

/**
 * Yields the lines of a body as they arrive. Empty lines are skipped. A line that is too long, not
 * UTF-8 or nested too deeply is yielded with a fault, and reading continues.
 * @throws ApiError payload_too_large if the body has too many bytes or lines; bad_request if it
 *   ends early.
 */
export async function* readLines(
  body: AsyncIterable<Buffer>,
  { lineBytes, bodyBytes = MAX_IMPORT_BYTES, lines = MAX_IMPORTED_LINES }: LineLimits,
): SentLines & AsyncGenerator<SentLine> {
  let read = 0;
  let line = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): SentLine | undefined => {
    line++;
    const bytes = Buffer.concat(parts);
    const size = length;
    [parts, length] = [[], 0];
    if (size > lineBytes)
      return { line, text: '', fault: `the line is ${size} bytes long; at most ${lineBytes} are accepted` };
    if (bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) return undefined;
    return { line, text: bytes.toString(), fault: faultOf(bytes) };
  };
  const add = (part: Buffer) => {
    length += part.length;
    // Drop the bytes of a line that is too long.
    if (length <= lineBytes) parts.push(part);
    else parts = [];
  };
  let taken = 0;
  for await (const chunk of whole(body)) {
    read += chunk.length;
    if (read > bodyBytes) throw tooLarge(`at most ${bodyBytes} bytes are accepted`);
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      const sent = take();
      if (!sent) continue;
      if (++taken > lines) throw tooLarge(`at most ${lines} lines are accepted`);
      yield sent;
    }
    add(chunk.subarray(from));
  }
  const last = length > 0 ? take() : undefined;
  if (!last) return;
  if (++taken > lines) throw tooLarge(`at most ${lines} lines are accepted`);
  yield last;
}

/**
 * Yields the chunks of a body.
 * @throws ApiError bad_request if the client stops sending before the end.
 */
async function* whole(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch {
    throw new ApiError('bad_request', 'the body ended before it was complete; send the import again');
  }
}

function tooLarge(accepted: string): ApiError {
  return new ApiError(
    'payload_too_large',
    `the body is too large; ${accepted}; lines before the limit may have been imported: send the import in parts`,
  );
}

/** Returns why a line cannot be parsed; undefined if it can. */
function faultOf(bytes: Buffer): string | undefined {
  try {
    checkBody(bytes, 'utf-8');
    return undefined;
  } catch (error) {
    if (error instanceof RefusedBody) return error.message;
    throw error;
  }
}
