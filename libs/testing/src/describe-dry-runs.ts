import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayBeNullInDryRun } from '@keyhaven/contracts/shared/dry-run';
import type { Answer } from './checked-client';
import { commandsOfRequest } from './count-request-commands';
import type { ServiceUnderTest } from './service-under-test';
import { until } from './until';
import type { KeyedWrite, WriteExample } from './write-example';

const HEADERS = { prefer: 'dry-run', 'idempotency-key': 'a-key' };
const STALE = { 'if-match': '"999999"' };
/** The names of the database commands that read. */
const reads = new Set(['aggregate', 'distinct', 'find', 'getMore']);
const time = /(_utc|Utc)$/;

/**
 * Tests a dry run of each public write. It must return the response of the real write, change
 * nothing, and not affect a later write.
 */
export function describeDryRuns(service: () => ServiceUnderTest, examples: Record<string, WriteExample>): void {
  const ofPublicRoutes = Object.entries(examples).filter(([route]) => !/ \/(operator|internal)\//.test(route));
  if (ofPublicRoutes.length === 0) return;

  it('every public write route has an example of a dry run, or states why it has no dry run', () => {
    const without = ofPublicRoutes.filter(([, example]) => !('prepare' in example) && !example.prepareDry);
    expect(without.filter(([, example]) => !('isNeverDry' in example)).map(([route]) => route)).toEqual([]);
  });

  const dry = ofPublicRoutes.flatMap(([route, example]) => {
    const prepare = 'prepare' in example ? example.prepare : example.prepareDry;
    return prepare ? [{ route, prepare }] : [];
  });
  if (dry.length === 0) return;
  const sender = (route: string, { userId, path, body }: KeyedWrite) => {
    const client = service().asAccount(userId);
    return (headers?: Record<string, string>) => client.request(route.split(' ')[0]!, path, { body, headers });
  };

  it.each(dry)(
    'a dry run of $route returns the response of the real write, and changes nothing',
    async ({ route, prepare }) => {
      const write = await prepare();
      const send = sender(route, write);
      const before = await settledData(service());
      const published = service().events.length;

      const [answer, commands] = await counted(send, HEADERS);
      const stale = await send({ ...HEADERS, ...STALE });
      expect(commands.filter((name) => !reads.has(name))).toEqual([]);
      expect(await dataOf(service())).toEqual(before);
      expect(service().events.slice(published)).toEqual([]);
      expect([answer.headers.get('preference-applied'), answer.headers.get('etag')]).toEqual(['dry-run', null]);

      // The response must not contain the placeholder ids of the dry run.
      expect(JSON.stringify(answer.body ?? null)).not.toMatch(/[:,[]\d{15}/);

      const isVersioned = stale.status === 412;
      if (isVersioned) expect([stale.status, stale.body]).toEqual(statusAndBody(await send(STALE)));
      // Send the real write with the same key. The dry run must not have stored this key. If the dry
      // run ignored If-Match, the real write must ignore it too.
      const { prefer: _prefer, ...key } = HEADERS;
      const [real, realCommands] = await counted(send, isVersioned ? key : { ...key, ...STALE });
      expect([200, 204]).toContain(real.status);
      const known = [before, write.body].flatMap((value) => namedValues(value));
      expect(statusAndBody(answer)).toEqual([real.status, unstored(real.body, answer.body, new Set(known))]);
      expect(answer.headers.get('x-ignored')).toBe(real.headers.get('x-ignored'));
      if (/^(PATCH|PUT)/.test(route)) expect(answer.body?.id).toEqual(real.body?.id);
      expect(commands.length).toBeLessThanOrEqual(realCommands.length + 1);
    },
  );

  const refusable = ofPublicRoutes.flatMap(([route, example]) =>
    'prepare' in example && example.prepareRefused ? [{ route, prepare: example.prepareRefused }] : [],
  );
  if (refusable.length === 0) return;
  it.each(refusable)(
    'a dry run of $route is refused with the same error as the real write',
    async ({ route, prepare }) => {
      const write = await prepare();
      await write.block!();
      const send = sender(route, write);
      const before = await settledData(service());
      const refused = await send(HEADERS);
      expect(await dataOf(service())).toEqual(before);
      expect([400, 404, 409, 412]).toContain(refused.status);
      const real = await send();
      expect([refused.status, refused.body]).toEqual([real.status, real.body]);
    },
  );
}

/** Sends a request, and returns the response and the names of the database commands. */
async function counted(
  send: (headers: Record<string, string>) => Promise<Answer>,
  headers: Record<string, string>,
): Promise<[Answer, string[]]> {
  let answer: Answer | undefined;
  const commands = await commandsOfRequest(async (more) => (answer = await send({ ...headers, ...more })));
  return [answer!, commands.map((command) => Object.keys(command)[0]!)];
}

function statusAndBody({ status, body }: Answer): [number, unknown] {
  return [status, body];
}

/**
 * Converts the response of a write to the expected response of its dry run: created ids and keys
 * become null, and times become those of the dry run.
 * @param known the ids (as namedValues returns them) that the write did not create, because they
 *   were stored before or sent with the write.
 */
function unstored(real: unknown, dry: unknown, known: ReadonlySet<string>, name = ''): unknown {
  if (time.test(name) && real !== null) return dry === null || isInstant(dry) ? dry : real;
  if (dry === null && mayBeNullInDryRun(name)) return known.has(named(name, real)) ? real : null;
  if (Array.isArray(real) && Array.isArray(dry)) {
    return real.map((entry, at) => unstored(entry, dry[at] as unknown, known, name));
  }
  if (typeof real !== 'object' || real === null || typeof dry !== 'object' || dry === null) return real;
  const others = dry as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(real).map(([field, value]) => [field, unstored(value, others[field], known, field)]),
  );
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
}

/**
 * Lists the ids in a value, each with the name of its field. Leaves out fields named `id`, because
 * records of different types may have the same id.
 */
function namedValues(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => namedValues(entry, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([field, part]) => namedValues(part, field));
  }
  return /._id$|Id$/.test(name) && value !== null ? [named(name, value)] : [];
}

/**
 * Writes a field as `name value`. Converts camelCase names of version 1 of the API to the
 * snake_case names of version 2.
 */
function named(name: string, value: unknown): string {
  return `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} ${String(value)}`;
}

/** Returns all data of the service after the events and jobs of earlier writes are done. */
async function settledData(service: ServiceUnderTest): Promise<Record<string, unknown[]>> {
  return until(async () => {
    const data = await dataOf(service);
    await sleep(30);
    const isSettled = !/"(outbox_due_utc|pending)":/.test(JSON.stringify(data));
    return isSettled && isDeepStrictEqual(await dataOf(service), data) ? data : undefined;
  });
}

/**
 * Fields that background work may change at any time. For example, deliveries of other tests take
 * the leases of endpoints.
 */
const ofBackgroundWork: Record<string, object> = {
  endpoints: { due_utc: 0, leased_until_utc: 0, owner: 0, news: 0 },
};

/** Returns every document of the service's database, by collection. */
async function dataOf({ connection }: ServiceUnderTest): Promise<Record<string, unknown[]>> {
  const names = (await connection.listCollections()).map(({ name }) => name).sort();
  const collections = names.map(async (name) => {
    const projection = ofBackgroundWork[name] ?? {};
    return [name, await connection.collection(name).find({}, { projection }).sort({ _id: 1 }).toArray()] as const;
  });
  return Object.fromEntries(await Promise.all(collections));
}
