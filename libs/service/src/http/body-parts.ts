import { ApiError } from '@keyhaven/contracts/shared/errors';

/**
 * The minimum average size of the parts in which a body arrives, in bytes. The body parser keeps each part until the
 * end, with an overhead of about 100 bytes, and a gateway forwards each part separately. So a body in parts of one byte
 * would need a hundred times the memory and time. Programs and networks send parts of kilobytes.
 */
const MIN_AVERAGE_BYTES = 64;
/** Fewer parts than this are accepted whatever their size. */
const MANY_PARTS = 1024;

/** Counts the parts in which a body arrives. */
export class BodyParts {
  private parts = 0;
  private bytes = 0;

  /** Returns whether the parts are so small that the body must be refused. */
  add(part: Buffer): boolean {
    this.parts++;
    this.bytes += part.length;
    return this.parts > MANY_PARTS && this.bytes < this.parts * MIN_AVERAGE_BYTES;
  }
}

export function partsTooSmall(): ApiError {
  return new ApiError(
    'bad_request',
    `body: arrived in parts of less than ${MIN_AVERAGE_BYTES} bytes on average; send larger chunks`,
  );
}
