import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';

/** A record to create: its name in errors and in its key, and the request that creates it. */
export interface Creation<Answer> {
  /** Its kind and key, such as `booking/villa-ginestra/stay-001`. */
  name: string;
  route: { method: string; path: string };
  params?: Record<string, number | string>;
  /** Whether a 404 is tried again as a 503 is. */
  isKnownLater?: boolean;
  body: unknown;
  /** The Idempotency-Key, if it is not derived from the name. */
  key?: string;
  /** The needed part of the answer. */
  answer: z.ZodType<Answer>;
}

/** Names the record that could not be created, and the reason. */
export class DemoDataError extends Error {
  constructor(name: string, why: string, cause?: unknown) {
    super(`demo data: ${name} could not be created: ${why}`, { cause });
    this.name = 'DemoDataError';
  }
}

interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Writes to one service at one address. */
export interface RecordPoster {
  /** @throws DemoDataError naming the record and the answer. */
  post<Answer>(creation: Creation<Answer>, token: string): Promise<Answer>;
  /** Sends any request. @param name names what it creates in the error. @throws DemoDataError without an answer. */
  send(name: string, request: SentRequest): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** Longer than the service takes for its first requests, or for an import, on a slow disk. */
const ANSWER_WITHIN_MS = 60_000;
/** How often a record is sent, a second apart, to a service that answers 503. */
export const ATTEMPTS = 20;
/** How much of an answer an error shows, in characters. */
export const SHOWN_OF_ANSWER = 500;

/** @param connections the most requests at the same time. */
export function openPoster(url: string, connections: number): RecordPoster {
  const pool = new Pool(url, { connections, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS });
  return {
    post: (creation, token) => postRecord(pool, creation, token),
    send: (name, request) => sendRequest(pool, name, request),
    close: () => pool.close(),
  };
}

/** Sends again what a service cannot do yet, such as a booking of an account whose event it has not received. */
async function postRecord<Answer>(pool: Dispatcher, creation: Creation<Answer>, token: string): Promise<Answer> {
  const { name, answer, isKnownLater } = creation;
  for (let attempt = 1; ; attempt++) {
    const { status, text } = await send(pool, creation, token);
    if (status === 200) {
      const parsed = answer.safeParse(await new Response(text).json().catch(() => undefined));
      // The answer itself is not shown: it may be a token.
      if (!parsed.success) throw new DemoDataError(name, 'answered 200, but not as its contract says', parsed.error);
      return parsed.data;
    }
    const isLater = status === 503 || (isKnownLater === true && status === 404);
    if (!isLater || attempt >= ATTEMPTS) {
      throw new DemoDataError(name, `answered ${status}: ${text.slice(0, SHOWN_OF_ANSWER)}`);
    }
    await sleep(1000);
  }
}

function send(pool: Dispatcher, { name, route, params = {}, body, key }: Creation<unknown>, token: string) {
  return sendRequest(pool, name, {
    method: route.method,
    path: pathOf(route, params),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // A record has the same key in each run: the answer is repeated, and nothing is created twice.
      'idempotency-key': key ?? `demo/${name}`,
    },
    body: JSON.stringify(body),
  });
}

export function pathOf({ path }: { path: string }, params: Record<string, number | string>): string {
  return path.replace(/:(\w+)/g, (_, param: string) => String(params[param]));
}

async function sendRequest(pool: Dispatcher, name: string, request: SentRequest) {
  try {
    const response = await pool.request(request);
    return { status: response.statusCode, text: await response.body.text() };
  } catch (error) {
    const { method, path } = request;
    throw new DemoDataError(name, `no answer from ${method} ${path}: ${(error as Error).message}`, error);
  }
}
