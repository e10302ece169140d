import { setTimeout as sleep } from 'node:timers/promises';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { CheckedClient } from './checked-client';
import { countStoreCommands } from './count-store-commands';

/** A request to a GET route, and the collections that it reads. */
export interface RouteReads<World> {
  /** The path of the route, as in its contract. */
  route: string;
  path: (world: World) => string;
  /** The collection of each database command that the request causes, in alphabetical order. */
  reads: readonly string[];
}

/**
 * Checks which commands the GET routes of a contract send to the database. Each request is first
 * sent once to fill caches. The commands of a later request are compared with `reads`.
 * @param makeWorld a function that creates an account with the records that the requests read.
 * @param exempt the routes that are not checked.
 */
export function describeReads<World extends { userId: number; api: CheckedClient }>(
  contract: Record<string, AppRoute>,
  makeWorld: () => Promise<World>,
  routes: readonly RouteReads<World>[],
  exempt: readonly string[] = [],
): void {
  describe('the table of database commands of read routes', () => {
    it('contains each GET route of the public contract', () => {
      const ofContract = Object.values(contract).filter(({ method }) => method === 'GET');
      const listed = new Set([...exempt, ...routes.map(({ route }) => route)]);
      expect(new Set(ofContract.map(({ path }) => path))).toEqual(listed);
    });

    it('contains, for each route, the collection of every command that the route sends', async () => {
      const world = await makeWorld();
      const found: [string, readonly string[]][] = [];
      for (const { path, reads } of routes) {
        const address = path(world);
        const read = async () => {
          const { status } = await world.api.get(address);
          expect([address, status]).toEqual([address, 200]);
        };
        await read();
        let last: string[] = [];
        // Repeat the request, because a process may load some data in the background only after the
        // first read, such as new calendar versions.
        for (let attempt = 1; attempt <= 20; attempt++) {
          last = await readsOf(world.userId, read);
          if (last.join() === reads.join()) break;
          await sleep(100);
        }
        found.push([address, last]);
      }
      expect(found).toEqual(routes.map(({ path, reads }) => [path(world), reads]));
    }, 120_000);
  });
}

/**
 * Returns the collection of each read command that this process sends for an account during a
 * request. Commands that do not contain the account's id are background work and left out, except
 * commands that continue a read.
 */
async function readsOf(userId: number, request: () => Promise<void>): Promise<string[]> {
  const reads: string[] = [];
  const watching = countStoreCommands((command) => {
    if ('getMore' in command) reads.push(`${String(command.collection)}, continued`);
    const read = ['find', 'aggregate', 'count', 'distinct'].find((name) => typeof command[name] === 'string');
    if (read !== undefined && names(command, userId)) reads.push(String(command[read]));
    return true;
  });
  try {
    await request();
  } finally {
    watching.end();
  }
  return reads.sort();
}

function names(value: unknown, userId: number): boolean {
  if (value === userId) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => names(part, userId));
}
