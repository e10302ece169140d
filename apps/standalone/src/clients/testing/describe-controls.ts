import { faultsOf } from '../../testing/answer-faults';
import type { Answered } from '../../testing/platform-for-clients';

const answered = (body: unknown, status = 200, type = 'application/json; charset=utf-8'): Answered => ({
  status,
  headers: new Headers({ 'content-type': type }),
  body,
  text: JSON.stringify(body),
});
const error = { messages: ['id: is wrong'], status: 'bad_request', status_code: 400 };

/**
 * Tests that faultsOf, which checks every response in the tests of clients, finds each kind of
 * fault.
 */
export function describeControls(): void {
  describe('faultsOf, the function that checks every response', () => {
    it.each<[string, Answered]>([
      ['a success', answered({ items: [{ id: 1, thread_id: 2, threadId: 2, street1: '', removed_utc: null }] })],
      ['a time', answered({ updated_utc: '2026-05-24T23:03:29Z' })],
      ['an error', answered(error, 400)],
      ['an answer without a body', { ...answered(undefined, 204), text: '' }],
    ])('accepts %s', (_what, answer) => expect(faultsOf(answer)).toEqual([]));

    it.each<[string, Answered]>([
      ['a field in camelCase', answered({ items: [{ propertyId: 1 }] })],
      ['a field in Pascal case', answered({ Booking: [] })],
      ['a time with milliseconds', answered({ items: [{ updated_utc: '2026-05-24T23:03:29.919Z' }] })],
      ['a time without an offset', answered({ created_utc: '2026-05-24T23:03:29' })],
      ['another content type', answered({ id: 1 }, 200, 'text/html')],
      ['a content type without a charset', answered({ id: 1 }, 200, 'application/json')],
      ['a success that looks like an error', answered({ id: 1, status_code: 404 })],
      ['a 204 with a body', answered({}, 204)],
      ['an error without messages', answered({ ...error, messages: [] }, 400)],
      ['an error with an empty message', answered({ ...error, messages: ['id: is wrong', ' '] }, 400)],
      ['an error with an object as a message', answered({ ...error, messages: [{ id: 'is wrong' }] }, 400)],
      ['an error whose status_code is not the HTTP status', answered(error, 404)],
      ['an error whose code is not in lower case', answered({ ...error, status: 'Bad Request' }, 400)],
      ['an error with further fields', answered({ ...error, stack: 'at' }, 400)],
    ])('reports %s', (_what, answer) => expect(faultsOf(answer)).toHaveLength(1));
  });
}
