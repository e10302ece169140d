import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { countRequestCommands } from './count-request-commands';
import type { ServiceUnderTest } from './service-under-test';

/**
 * The number of database commands before the response, by method and path. A note in brackets
 * distinguishes variants.
 */
export type StoreCommands = Readonly<Record<string, number>>;

/** A request, and the account that was prepared for it. */
export interface CountedRequest {
  userId: number;
  path: string;
  body?: unknown;
  /** The id of the credential in the token, if the route depends on this id. */
  credentialId?: string;
}

export interface DescribedCommands {
  service: () => ServiceUnderTest;
  /** The service's public contract. */
  contract: Record<string, AppRoute>;
  /**
   * The service's table of database commands, from which docs/developers/performance.md is
   * generated.
   */
  table: StoreCommands;
  /**
   * Prepares a request for each read route, and for each entry of the table that
   * describeIdempotentWrites does not count.
   */
  requests: Record<string, () => Promise<CountedRequest>>;
  /** Routes that are not in the table, with the reasons. */
  leftOut?: Record<string, string>;
}

/**
 * Tests that each request causes as many commands as the table states, and that the table contains
 * every route of the public contract.
 */
export function describeStoreCommands({ service, contract, table, requests, leftOut = {} }: DescribedCommands): void {
  it('the table of database commands contains every public route', () => {
    const routes = Object.values(contract).map(({ method, path }) => `${method} ${path}`);
    const listed = Object.keys(table).map((entry) => entry.replace(/ \(.*\)$/, ''));
    expect(routes.filter((route) => !listed.includes(route))).toEqual(Object.keys(leftOut));
    expect(listed.filter((route) => !routes.includes(route))).toEqual([]);
    const reads = (entries: object) => Object.keys(entries).filter((entry) => entry.startsWith('GET'));
    expect(reads(table)).toEqual(reads(requests));
  });

  it.each(Object.entries(requests))(
    '%s sends as many database commands as `table` lists for it',
    async (entry, prepare) => {
      const { userId, path, body, credentialId } = await prepare();
      const client = service().asAccount(userId, { credentialId });
      const commands = await countRequestCommands(async (headers) => {
        const { status } = await client.request(entry.split(' ')[0]!, path, { body, headers });
        expect([200, 204]).toContain(status);
      });
      expect([entry, commands]).toEqual([entry, table[entry]]);
    },
  );
}
