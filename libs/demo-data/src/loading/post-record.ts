import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { z } from 'zod';
import type { TargetApi } from './demo-target';

/** A route of a contract. */
export interface Route {
  method: string;
  path: string;
}

/** A request that creates a record. */
export interface Creation<Answer> {
  /**
   * The kind and key of the record, such as `booking/villa-ginestra/stay-001`. Used in errors and
   * for the Idempotency-Key.
   */
  name: string;
  route: Route;
  params?: Record<string, number | string>;
  body: unknown;
  /** The Idempotency-Key. By default, it is derived from `name`. */
  key?: string;
  /** Whether to retry after a 404, in addition to 503 and 504. */
  isRetriedOn404?: boolean;
  /** The schema of the response. It needs to contain only the fields that the caller uses. */
  answer: z.ZodType<Answer>;
}

/** Thrown if a record could not be created. The message contains the reason. */
export class DemoDataError extends Error {
  constructor(name: string, why: string, cause?: unknown) {
    super(`demo data: ${name} could not be created: ${why}`, { cause });
    this.name = 'DemoDataError';
  }

  /** The error for a response with an error status. */
  static refused(name: string, status: number | undefined, answer: string): DemoDataError {
    return new DemoDataError(name, `answered ${status}: ${answer.slice(0, SHOWN_OF_ANSWER)}`);
  }
}

/** How long to wait for a response, in milliseconds. Even on a slow disk, first requests and imports take less time. */
const ANSWER_WITHIN_MS = 60_000;
/**
 * The maximum number of attempts while a service temporarily cannot handle the request. The attempts are a second
 * apart.
 */
export const ATTEMPTS = 20;
/** How many characters of a response are quoted in an error. */
const SHOWN_OF_ANSWER = 500;

/** Whether to send the same request again after a response with this status. */
export function isTemporary(status: number | undefined): boolean {
  return status === 503 || status === 504;
}

/** Creates a record, with retries. @throws DemoDataError with the name of the record and the response. */
export function postRecord<Answer>(api: TargetApi, { body, key, ...call }: Creation<Answer>): Promise<Answer> {
  // The Idempotency-Key is the same in every run. A repeated request returns the same response and creates nothing.
  const headers = { 'content-type': 'application/json', 'idempotency-key': key ?? `demo/${call.name}` };
  return post(api, call, { headers, body: JSON.stringify(body) });
}

/**
 * Sends a request. Repeats it while the service temporarily cannot handle it, for example because it has not received
 * the event about the account yet.
 * @throws DemoDataError with the reason if there is no response, or if the last response has an error status or does
 * not match the schema.
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
      // The error must not quote the response, which may contain a token.
      if (!parsed.success) throw new DemoDataError(name, 'answered 200, but not as in its contract', parsed.error);
      return parsed.data;
    }
    const isLater = isTemporary(status) || (isRetriedOn404 === true && status === 404);
    if (!isLater || attempt >= ATTEMPTS) throw DemoDataError.refused(name, status, text);
    await sleep(1000);
  }
}
