import { setTimeout as sleep } from 'node:timers/promises';
import type { AppRoute } from '@ts-rest/core';
import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';
import type { CheckedClient } from './checked-client';

/** A request of a GET route, and what it reads. */
export interface RouteReads<World> {
  /** The path of the route in its contract. */
  route: string;
  path: (world: World) => string;
  /** The collection of each command that it sends to the database, in alphabetical order. */
  reads: readonly string[];
}

/**
 * Checks how many commands the GET routes of a contract send to the database. Each request is made twice and counted
 * the second time, when everything that the service caches is cached.
 * @param makeWorld makes an account with the records that the requests read.
 * @param rest routes that are not counted.
 */
export function describeReads<World extends { userId: number; api: CheckedClient }>(
  contract: Record<string, AppRoute>,
  makeWorld: () => Promise<World>,
  routes: readonly RouteReads<World>[],
  rest: readonly string[] = [],
): void {
  describe('the commands that a read sends to the database', () => {
    it('are listed for each GET route of the public contract', () => {
      const ofContract = Object.values(contract).filter(({ method }) => method === 'GET');
      const listed = new Set([...rest, ...routes.map(({ route }) => route)]);
      expect(new Set(ofContract.map(({ path }) => path))).toEqual(listed);
    });

    it('are these, and no more', async () => {
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
        // What a process learns in the background, such as new versions of calendars, it may learn after the first read.
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
 * The collections that this process reads for an account while it handles a request, one for each command. Commands
 * that do not name the account belong to work in the background, except those that continue a read.
 */
async function readsOf(userId: number, request: () => Promise<void>): Promise<string[]> {
  const { prototype } = Connection;
  const original = prototype.command;
  const reads: string[] = [];
  prototype.command = function (this: DriverConnection, ...sent) {
    const [, command] = sent;
    if ('getMore' in command) reads.push(`${String(command.collection)}, continued`);
    const read = ['find', 'aggregate', 'count', 'distinct'].find((name) => typeof command[name] === 'string');
    if (read !== undefined && names(command, userId)) reads.push(String(command[read]));
    return original.apply(this, sent);
  };
  try {
    await request();
  } finally {
    prototype.command = original;
  }
  return reads.sort();
}

function names(value: unknown, userId: number): boolean {
  if (value === userId) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => names(part, userId));
}
