import { faultsOf } from './answer-faults';
import type { PlatformForClients, Sent } from './platform-for-clients';

export type Ids = PlatformForClients['ids'];
/** A request, the expected content of its response, and the expected status if it is not 200. */
export type Row = [
  target: string | ((ids: Ids) => string),
  expected: (ids: Ids) => object,
  sent?: Sent,
  status?: number,
];

/** Placeholders for ids in test names. For example, `{booking}` stands for the id of the booking. */
const kinds = new Proxy<Ids>({}, { get: (_, kind) => `{${String(kind)}}` });
const named = (target: Row[0], { method = 'GET' }: Sent = {}) =>
  `${method} ${typeof target === 'string' ? target : target(kinds)}`;

/**
 * Defines a test for each request.
 * @param platform a function that returns the platform. It is called when the tests run.
 */
export function describeRows(platform: () => PlatformForClients, clients: string, rows: Row[]): void {
  describe(clients, () => {
    it.each(rows.map((row): [string, Row] => [named(row[0], row[2]), row]))(
      'get the expected response to %s',
      async (_name, row) => {
        const [target, expected, sent, status = 200] = row;
        const { ids, call } = platform();
        const path = typeof target === 'string' ? target : target(ids);
        const answer = await call(path, sent);
        expect([answer.status, answer.body]).toMatchObject([status, expected(ids)]);
        if (path.startsWith('/v2/')) expect(faultsOf(answer)).toEqual([]);
      },
    );
  });
}

/** Matches a page of a list that contains this record. */
export const listWith = (record: object, more: object = {}) => ({
  items: expect.arrayContaining([expect.objectContaining(record)]),
  limit: expect.any(Number),
  offset: 0,
  count: expect.any(Number),
  ...more,
});
export const emptyList = { items: [], count: 0, next_page_url: null };
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
export const me = { id: expect.any(Number), email_address: 'demo@example.com', company_name: 'Wren & Harbour Stays' };
