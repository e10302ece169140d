import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { z } from 'zod';
import type { TargetApi } from './demo-target';

/** A route of a contract. */
export interface Route {
  method: string;
  path: string;
}

/** A record to create. */
export interface Creation<Answer> {
  /** The kind and the key of the record, such as `booking/villa-ginestra/stay-001`. */
  name: string;
  route: Route;
  params?: Record<string, number | string>;
  body: unknown;
  /** The Idempotency-Key, if it is not derived from the name. */
  key?: string;
  /** Whether to retry after a 404, as after a 503. */
  isRetriedOn404?: boolean;
  /** The part of the answer that is needed. */
  answer: z.ZodType<Answer>;
}

/** Thrown if a record could not be created, with the reason. */
export class DemoDataError extends Error {
  constructor(name: string, why: string, cause?: unknown) {
    super(`demo data: ${name} could not be created: ${why}`, { cause });
    this.name = 'DemoDataError';
  }

  /** The error for an answer that refuses a record. */
  static refused(name: string, status: number | undefined, answer: string): DemoDataError {
    return new DemoDataError(name, `answered ${status}: ${answer.slice(0, SHOWN_OF_ANSWER)}`);
  }
}

/** The time limit of a request, in milliseconds. First requests and imports take less time even on a slow disk. */
const ANSWER_WITHIN_MS = 60_000;
/** How often a record is sent to a service that temporarily cannot create it. The attempts are a second apart. */
export const ATTEMPTS = 20;
/** How much of an answer an error quotes, in characters. */
const SHOWN_OF_ANSWER = 500;

/** Whether the same request should be sent again after an answer with this status. */
export function isTemporary(status: number | undefined): boolean {
  return status === 503 || status === 504;
}

/**
 * Creates a record, with retries.
 * @throws DemoDataError with the record and the answer.
 */
export function postRecord<Answer>(api: TargetApi, { body, key, ...call }: Creation<Answer>): Promise<Answer> {
  // A record has the same key in every run. A repeated request returns the same answer and creates nothing.
  const headers = { 'content-type': 'application/json', 'idempotency-key': key ?? `demo/${call.name}` };
  return post(api, call, { headers, body: JSON.stringify(body) });
}

/**
 * Sends a request, and repeats it while the service is temporarily unable to answer it, for example because it has not
 * received the account's event yet.
 * @throws DemoDataError if there is no answer, or with the last answer.
 */
export async function post<Answer>(
  api: TargetApi,
  { name, route, params = {}, answer, isRetriedOn404 }: Omit<Creation<Answer>, 'body' | 'key'>,
  content: { headers: Record<string, string>; body: string },
): Promise<Answer> {
  const { method } = route;
  const path = route.path.replace(/:(\w+)/g, (_, param: string) => String(params[param]));
  const limits = { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS };
  for (let attempt = 1; ; attempt++) {
    const headers = { ...content.headers, authorization: `Bearer ${await api.token()}` };
    const { status, text } = await request(api.url + path, { method, headers, body: content.body, ...limits })
      .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
      .catch((error: Error) => {
        throw new DemoDataError(name, `no answer from ${method} ${path}: ${error.message}`, error);
      });
    if (status === 200) {
      const parsed = answer.safeParse(await new Response(text).json().catch(() => undefined));
      // The error does not quote the answer, because it may contain a token.
      if (!parsed.success) throw new DemoDataError(name, 'answered 200, but not as in its contract', parsed.error);
      return parsed.data;
    }
    const isLater = isTemporary(status) || (isRetriedOn404 === true && status === 404);
    if (!isLater || attempt >= ATTEMPTS) throw DemoDataError.refused(name, status, text);
    await sleep(1000);
  }
}
