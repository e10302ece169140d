import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from '../observed/tally';

export interface Sent {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

/** The final response to a request, after which the request is not repeated: the status is below 500 and is not 429. */
export interface Answered {
  status: number;
  body: unknown;
  /** The version in the ETag; undefined if the response has no ETag. */
  version: number | undefined;
  /** When the first attempt was sent, in milliseconds, by performance.now(). */
  sentAt: number;
  /** When the response arrived, in milliseconds, by performance.now(). */
  answeredAt: number;
}

/** How long an attempt waits for its response, in milliseconds. A running gateway responds within 30 seconds. */
const ATTEMPT_MS = 35_000;
/** The limits of the random pause before a request is repeated, in milliseconds. */
const PAUSE_MS = { least: 200, most: 800 };

export interface ApiOptions {
  url: string;
  /** Returns the Authorization header. */
  authorize: () => string | Promise<string>;
  /**
   * When this signal aborts, unanswered requests fail and are not repeated. By default they are
   * repeated forever.
   */
  giveUp?: AbortSignal;
  tally?: Tally;
}

/** Sends requests as integrations should: repeats each request with the same Idempotency-Key until it is answered. */
export class ApiClient {
  constructor(private readonly options: ApiOptions) {}

  /** @throws Error if the request has no response when `giveUp` aborts. */
  async send(sent: Sent): Promise<Answered> {
    const { giveUp, tally } = this.options;
    const key = randomUUID();
    const sentAt = performance.now();
    tally?.add('requests');
    for (;;) {
      const answer = await this.attempt(sent, key);
      if (answer && answer.status < 500 && answer.status !== 429) {
        tally?.add(answer.status < 300 ? 'acknowledged' : 'refused');
        return { ...answer, sentAt, answeredAt: performance.now() };
      }
      tally?.add('unanswered');
      if (answer && isDiskFull(answer.body)) tally?.add('full disk');
      if (giveUp?.aborted) throw new Error(`${sent.method} ${sent.path} was never answered`);
      await sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    }
  }

  private async attempt({ method, path, body }: Sent, key: string) {
    const { url, authorize } = this.options;
    const headers: Record<string, string> = {
      authorization: await authorize(),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(method === 'GET' ? {} : { 'idempotency-key': key }),
    };
    try {
      const signal = AbortSignal.timeout(ATTEMPT_MS);
      const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body), signal });
      const text = await response.text();
      const version = /^(?:W\/)?"(\d+)-/.exec(response.headers.get('etag') ?? '')?.[1];
      return {
        status: response.status,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        version: version === undefined ? undefined : Number(version),
      };
    } catch {
      // There was no response, or only a part of one.
      return undefined;
    }
  }
}

const isDiskFull = (body: unknown) => JSON.stringify(body ?? null).includes('the disk of the database is full');
