import type { AppRoute } from '@ts-rest/core';
import { countRequestCommands } from './count-request-commands';
import type { ServiceUnderTest } from './service-under-test';

/** The commands to the database before the answer, by method and path; a note in brackets tells variants apart. */
export type StoreCommands = Readonly<Record<string, number>>;

/** A request of an account whose state was prepared. */
export interface CountedRequest {
  userId: number;
  path: string;
  body?: unknown;
  /** That of the token, where the route depends on it. */
  credentialId?: string;
}

export interface DescribedCommands {
  service: () => ServiceUnderTest;
  /** The service's public contract. */
  contract: Record<string, AppRoute>;
  /** The table of the service, from which docs/performance.md is made. */
  table: StoreCommands;
  /** Prepares a request for each route that reads, and for other entries that describeIdempotentWrites does not count. */
  requests: Record<string, () => Promise<CountedRequest>>;
  /** Routes that are left out, and why. */
  leftOut?: Record<string, string>;
}

/** Tests how many commands each request takes, and that the table has every route of the public contract. */
export function describeStoreCommands({ service, contract, table, requests, leftOut = {} }: DescribedCommands): void {
  it('the table of database commands has every public route', () => {
    const routes = Object.values(contract).map(({ method, path }) => `${method} ${path}`);
    const listed = Object.keys(table).map((entry) => entry.replace(/ \(.*\)$/, ''));
    expect(routes.filter((route) => !listed.includes(route))).toEqual(Object.keys(leftOut));
    expect(listed.filter((route) => !routes.includes(route))).toEqual([]);
    const reads = (entries: object) => Object.keys(entries).filter((entry) => entry.startsWith('GET'));
    expect(reads(table)).toEqual(reads(requests));
  });

  it.each(Object.entries(requests))('%s takes as many database commands as the table says', async (entry, prepare) => {
    const { userId, path, body, credentialId } = await prepare();
    const client = service().asAccount(userId, { credentialId });
    const commands = await countRequestCommands(async (headers) => {
      const { status } = await client.request(entry.split(' ')[0]!, path, { body, headers });
      expect([200, 204]).toContain(status);
    });
    expect([entry, commands]).toEqual([entry, table[entry]]);
  });
}
