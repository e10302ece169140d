// Calls the API of an account.
import { randomUUID } from 'node:crypto';
import { until } from '../until.mjs';

export class AccountClient {
  #authorization;
  #propertyId;

  /** @param propertyId the property to book. */
  constructor(url, authorization, propertyId) {
    this.url = url;
    this.#authorization = authorization;
    this.#propertyId = propertyId;
  }

  async send(method, path, body, headers = {}) {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text), text };
  }

  /** Sends a request. @returns the body of the response. @throws Error unless the response is a 200. */
  async get(path) {
    const { status, body, text } = await this.send('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return body;
  }

  /**
   * Books a night. Repeats the request with the same Idempotency-Key while the response is a 5xx or is missing.
   * @returns the booking. @throws Error for any other response, such as a 409 because the night is taken.
   */
  book(daysAhead) {
    const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const body = { property_id: this.#propertyId, arrival: day(daysAhead), departure: day(daysAhead + 1), adults: 2 };
    const key = { 'idempotency-key': randomUUID() };
    return until(`the night ${body.arrival} can be booked`, async () => {
      const answer = await this.send('POST', '/v2/bookings', body, key).catch(() => undefined);
      if (answer?.status === 200) return answer.body;
      if (answer === undefined || answer.status >= 500) return undefined;
      throw new Error(`booking ${body.arrival} answered ${answer.status}: ${answer.text}`);
    });
  }

  /**
   * Reads the event log from a cursor to the end of the log. @returns the events without their
   * cursors.
   */
  async events(after) {
    const events = [];
    for (let cursor = after, more = true; more;) {
      const page = await this.get(`/v2/events?after=${cursor}&types=booking&limit=1000`);
      for (const { cursor: _, ...event } of page.items) events.push(event);
      [cursor, more] = [page.next_cursor, page.has_more];
    }
    return events;
  }
}
