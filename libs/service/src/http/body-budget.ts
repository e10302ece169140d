import { ApiError } from '@keyhaven/contracts/shared/errors';

/** The beginning of each body that is always accepted, in bytes. Nearly all bodies are smaller. */
export const FREE_BYTES = 65_536;
/**
 * The maximum number of bytes of bodies that a process may have in memory, without the beginnings that are always
 * accepted. Twenty images of messages fit. Parsed bodies take several times as much memory.
 */
const MAX_BYTES = 128 * 1024 * 1024;

/** The memory that one request has reserved. */
export interface Reservation {
  /** Reserves the memory for a body of this many bytes so far. @throws ApiError unavailable. */
  grow(bytes: number): void;
  release(): void;
}

/** Limits how much memory the bodies of concurrent requests take together. */
export class BodyBudget {
  private reserved = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  reserve(): Reservation {
    let own = 0;
    return {
      grow: (bytes) => {
        const more = Math.max(bytes - FREE_BYTES, 0) - own;
        if (more <= 0) return;
        if (this.reserved + more > this.maxBytes) throw tooManyBodies();
        own += more;
        this.reserved += more;
      },
      release: () => {
        this.reserved -= own;
        own = 0;
      },
    };
  }
}

/** The budget of this process. All services of the process share it. */
export const processBudget = new BodyBudget();

function tooManyBodies(): ApiError {
  return new ApiError('unavailable', 'too many large bodies arrive at the same time; try again in 1 second', {
    'Retry-After': '1',
  });
}
