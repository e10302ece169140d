import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';

/** A record to create. `name` is used in errors and in its key. */
export interface Creation<Answer> {
  /** The kind and the key of the record, such as `booking/villa-ginestra/stay-001`. */
  name: string;
  route: { method: string; path: string };
  params?: Record<string, number | string>;
  /** Whether to retry after a 404, as after a 503. */
  isRetriedOn404?: boolean;
  body: unknown;
  /** The Idempotency-Key, if it is not derived from the name. */
  key?: string;
  /** The part of the answer that is needed. */
  answer: z.ZodType<Answer>;
}

/** Thrown if a record could not be created, with the reason. */
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

/** Sends requests to one service. */
export interface RecordPoster {
  /**
   * Creates a record.
   * @throws DemoDataError with the record and the answer.
   */
  post<Answer>(creation: Creation<Answer>, token: string): Promise<Answer>;
  /**
   * Sends any request.
   * @param name what it creates, for the error.
   * @throws DemoDataError if there is no answer.
   */
  send(name: string, request: SentRequest): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** The time limit of a request, in milliseconds. First requests and imports take less time even on a slow disk. */
const ANSWER_WITHIN_MS = 60_000;
/** How often a record is sent to a service that answers 503. The attempts are a second apart. */
export const ATTEMPTS = 20;
/** How much of an answer an error quotes, in characters. */
export const SHOWN_OF_ANSWER = 500;

/** @param connections the maximum number of requests at the same time. */
export function openPoster(url: string, connections: number): RecordPoster {
  const pool = new Pool(url, { connections, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS });
  return {
    post: (creation, token) => postRecord(pool, creation, token),
    send: (name, request) => sendRequest(pool, name, request),
    close: () => pool.close(),
  };
}

/**
 * Creates a record, with retries. A service may temporarily be unable to create it, for example because it has not
 * received the account's event yet.
 */
async function postRecord<Answer>(pool: Dispatcher, creation: Creation<Answer>, token: string): Promise<Answer> {
  const { name, answer, isRetriedOn404 } = creation;
  for (let attempt = 1; ; attempt++) {
    const { status, text } = await send(pool, creation, token);
    if (status === 200) {
      const parsed = answer.safeParse(await new Response(text).json().catch(() => undefined));
      // The error does not quote the answer, because it may contain a token.
      if (!parsed.success) throw new DemoDataError(name, 'answered 200, but not as in its contract', parsed.error);
      return parsed.data;
    }
    const isLater = status === 503 || (isRetriedOn404 === true && status === 404);
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
      // A record has the same key in every run. A repeated request returns the same answer and creates nothing.
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
