import { ApiError } from '@keyhaven/contracts/shared/errors';

/**
 * The minimum average size of the parts in which a body arrives, in bytes. The body parser keeps
 * every part until the end, with about 100 bytes of overhead, and a gateway forwards every part
 * separately. A body in parts of one byte would need about a hundred times the memory and time.
 * Usual clients and networks send parts of kilobytes.
 */
const MIN_AVERAGE_BYTES = 64;
/** Up to this number of parts, their size does not matter. */
const MANY_PARTS = 1024;

/** Counts the parts in which one body arrives. */
export class BodyParts {
  private parts = 0;
  private bytes = 0;

  /** Counts one part. @returns whether the body must be refused because its parts are too small. */
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
