import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';

/** One record to be made: what it is called in errors and in its key, and the request that makes it. */
export interface Creation<Answer> {
  /** Its kind and key, such as `booking/villa-ginestra/stay-001`. */
  name: string;
  route: { method: string; path: string };
  params?: Record<string, number | string>;
  /** Whether a 404 is tried again as a 503 is. */
  isKnownLater?: boolean;
  body: unknown;
  /** What is needed of the answer. */
  answer: z.ZodType<Answer>;
}

/** The record that could not be made, and why. */
export class DemoDataError extends Error {
  constructor(name: string, why: string, cause?: unknown) {
    super(`demo data: ${name} could not be made: ${why}`, { cause });
    this.name = 'DemoDataError';
  }
}

/** A writer to one service at one address. */
export interface RecordPoster {
  /** @throws DemoDataError naming the record and the answer. */
  post<Answer>(creation: Creation<Answer>, token: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Longer than the service takes for its first requests on a slow disk. */
const ANSWER_WITHIN_MS = 30_000;
/** How often a record is sent, a second apart, to a service that answers 503. */
const ATTEMPTS = 20;
/** How much of an answer an error shows, in characters. */
const SHOWN_OF_ANSWER = 500;

/** @param connections how many requests are under way at once at most. */
export function openPoster(url: string, connections: number): RecordPoster {
  const pool = new Pool(url, { connections, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS });
  return {
    post: (creation, token) => postRecord(pool, creation, token),
    close: () => pool.close(),
  };
}

async function postRecord<Answer>(pool: Dispatcher, creation: Creation<Answer>, token: string): Promise<Answer> {
  const { name, answer } = creation;
  const { status, text } = await sendUntilReady(pool, creation, token);
  if (status !== 200) throw new DemoDataError(name, `answered ${status}: ${text.slice(0, SHOWN_OF_ANSWER)}`);
  const parsed = answer.safeParse(parseJson(text));
  // The answer itself is not shown: it may be a token.
  if (!parsed.success) throw new DemoDataError(name, 'answered 200, but not as its contract says', parsed.error);
  return parsed.data;
}

/** Sends again what a service cannot do yet, such as a booking of an account that it has not heard of. */
async function sendUntilReady(
  pool: Dispatcher,
  creation: Creation<unknown>,
  token: string,
): Promise<{ status: number; text: string }> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(pool, creation, token);
    const isLater = answer.status === 503 || (creation.isKnownLater === true && answer.status === 404);
    if (!isLater || attempt >= ATTEMPTS) return answer;
    await sleep(1000);
  }
}

async function send(
  pool: Dispatcher,
  { name, route, params = {}, body }: Creation<unknown>,
  token: string,
): Promise<{ status: number; text: string }> {
  const path = route.path.replace(/:(\w+)/g, (_, param: string) => String(params[param]));
  try {
    const response = await pool.request({
      method: route.method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // The same record has the same key in each run: what was made before is answered, not made again.
        'idempotency-key': `demo/${name}`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.statusCode, text: await response.body.text() };
  } catch (error) {
    throw new DemoDataError(name, `no answer from ${route.method} ${path}: ${(error as Error).message}`, error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
