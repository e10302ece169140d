import { ApiError } from '@keyhaven/contracts/shared/errors';

/**
 * How many bytes at the start of each body do not count against the budget. Nearly all bodies are
 * smaller.
 */
export const FREE_BYTES = 65_536;
/**
 * The budget: how many bytes of request bodies one process may keep in memory at the same time. The
 * first FREE_BYTES of each body do not count. Sixteen of the largest bodies (8 MB: messages with
 * images) fit. A parsed body takes several times as much memory as its bytes.
 */
const MAX_BYTES = 128 * 1024 * 1024;

/** The part of the budget that one request has reserved. */
export interface Reservation {
  /**
   * Increases the reservation to what a body of this many bytes needs. @throws ApiError unavailable
   * if the budget is used up.
   */
  grow(bytes: number): void;
  release(): void;
}

/** Limits how much memory the bodies of all concurrent requests use together. */
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

/** The budget of this process. All services in the process share it. */
export const processBudget = new BodyBudget();

function tooManyBodies(): ApiError {
  return new ApiError('unavailable', 'too many large bodies arrive at the same time; try again in 1 second', {
    'Retry-After': '1',
  });
}
