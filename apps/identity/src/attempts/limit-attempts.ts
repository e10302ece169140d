import { createHash } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { addressKey } from '@keyhaven/service/http/address-key';
import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ATTEMPTS } from '../store/attempt.model';

/** The key by which attempts are counted. */
type By = 'address' | 'person at address' | 'person';

/** The maximum number of attempts (`points`) in a number of seconds. */
interface Limit {
  by: By;
  points: number;
  seconds: number;
}

/** The limit for all attempts from one address. It is high, because several people may share an address. */
const ofAddress: Limit = { by: 'address', points: 50, seconds: 900 };
const limitsOf: Record<keyof AttemptLimits, readonly Limit[]> = {
  signIns: [
    ofAddress,
    { by: 'person at address', points: 10, seconds: 900 },
    // This limit is much higher than the limit for the person at one address, so that a stranger at
    // one address cannot lock the person out.
    { by: 'person', points: 100, seconds: 900 },
  ],
  links: [ofAddress],
  // The limit per person is low, because each request sends an e-mail to the person.
  resets: [ofAddress, { by: 'person', points: 3, seconds: 3600 }],
};

/** The person whom an attempt concerns, and the IP address of the client. */
export interface Attempted {
  /** The e-mail address or the id of the person; absent if the person is not known. */
  person?: string;
  address: string;
}

/** Limits attempts to guess a secret. The counts are in the database, so all processes share them. */
export interface AttemptLimit {
  /**
   * Counts an attempt before the secret is checked, so that parallel attempts count too.
   * @throws ApiError too_many_requests with the seconds to wait.
   */
  count(attempted: Attempted): Promise<void>;
  /** Resets the counts of a person who has proved their identity. The count of the IP address remains. */
  forget(attempted: Attempted): Promise<void>;
}

/** The kinds of attempts that are limited. Each kind has its own counts. */
export interface AttemptLimits {
  /** Sign-ins, and checks of the current password. */
  signIns: AttemptLimit;
  /** Looking up or using a one-time link. */
  links: AttemptLimit;
  /** Requests for a link by e-mail. */
  resets: AttemptLimit;
}

export function attemptLimits(connection: Connection): AttemptLimits {
  return {
    signIns: limitAttempts(connection, 'sign in', limitsOf.signIns),
    links: limitAttempts(connection, 'link', limitsOf.links),
    resets: limitAttempts(connection, 'reset', limitsOf.resets),
  };
}

/** @param what the kind of attempt. Each kind has its own counts. */
function limitAttempts(connection: Connection, what: string, limits: readonly Limit[]): AttemptLimit {
  const limiters = limits.map(({ by, points, seconds }) => ({
    by,
    limiter: new RateLimiterMongo({
      storeClient: connection,
      tableName: ATTEMPTS,
      keyPrefix: `${what} ${by}`,
      points,
      duration: seconds,
      // attempt.model.ts defines the indexes.
      disableIndexesCreation: true,
    }),
  }));
  return {
    // The limits are checked one after the other. An attempt that one limit refuses is not counted
    // for the following limits.
    count: async (attempted) => {
      for (const { by, limiter } of limiters) {
        const key = keyOf(by, attempted);
        if (key !== undefined) await consume(limiter, key, by === 'address' ? 'your address' : 'this e-mail address');
      }
    },
    forget: async (attempted) => {
      for (const { by, limiter } of limiters) {
        const key = by === 'address' ? undefined : keyOf(by, attempted);
        if (key !== undefined) await limiter.delete(key);
      }
    },
  };
}

async function consume(limiter: RateLimiterMongo, key: string, whose: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(Math.ceil(refused.msBeforeNext / 1000), 1);
    throw new ApiError('too_many_requests', `too many attempts for ${whose}; try again in ${seconds} seconds`, {
      'Retry-After': String(seconds),
    });
  }
}

/**
 * Returns the key of a count. It is a hash, because people may type anything, even a password in the wrong field.
 * Returns undefined if the limit is per person and the person is not known.
 */
function keyOf(by: By, { person, address }: Attempted): string | undefined {
  if (by !== 'address' && person === undefined) return undefined;
  const network = addressKey(address);
  const text = { address: network, 'person at address': `${network} ${person}`, person: person ?? '' }[by];
  return createHash('sha256').update(text).digest('base64url');
}
