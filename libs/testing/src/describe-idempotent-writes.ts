import { until } from './until';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import type { Answer } from './checked-client';
import { countRequestCommands } from './count-request-commands';
import { describeDryRuns } from './describe-dry-runs';
import type { StoreCommands } from './describe-store-commands';
import { holdNotingWrite } from './hold-noting-write';
import type { Replica, ServiceUnderTest } from './service-under-test';
import type { KeyedWrite, WriteExample } from './write-example';

export type { KeyedWrite, WriteExample };

export interface IdempotentWrites {
  service: () => ServiceUnderTest;
  contracts: readonly Record<string, AppRoute>[];
  /**
   * The examples by method and path: at least one for each write route. Further examples of the
   * same route have a note in brackets.
   */
  examples: Record<string, WriteExample>;
  /** Collections that also change without a request. The tests do not compare them. */
  ignoredCollections?: readonly string[];
  /**
   * The service's table of database commands. The example of each public route, sent without a key,
   * must cause as many commands as the table states.
   */
  commands?: StoreCommands;
}

/**
 * The maximum number of times that the commands of a request are counted, until their number is
 * right. A request occasionally sends more commands, to renew a lease or to reserve a block of ids.
 */
const MAX_COUNTS = 3;
const KEY = { 'idempotency-key': 'a-key' };
const writeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Tests the write routes of a service's contracts. Each route must support an Idempotency-Key, or
 * its example must state why it does not. Each public route must support dry runs. A new route
 * without an example fails.
 */
export function describeIdempotentWrites({
  service,
  contracts,
  examples,
  ignoredCollections = [],
  commands,
}: IdempotentWrites) {
  const routes = contracts
    .flatMap((contract) => Object.values(contract))
    .filter(({ method }) => writeMethods.has(method))
    .map((route) => ({
      name: `${route.method} ${route.path}`,
      route,
      schemas: { sent: 'body' in route ? route.body : undefined, answered: route.responses[200] },
    }));
  let replica: Replica;
  beforeAll(async () => {
    replica = await service().startReplica();
  });
  afterAll(() => replica.stop());

  it('every write route has an example in the Idempotency-Key tests', () => {
    const withExample = Object.keys(examples).map(withoutNote);
    const names = routes.map(({ name }) => name);
    expect(names.filter((route) => !withExample.includes(route))).toEqual([]);
    expect(withExample.filter((route) => !names.includes(route))).toEqual([]);
  });

  // Test dry runs first: they wait until no outbox entry is due, and the later tests leave outbox
  // entries from writes of the replica.
  describeDryRuns(service, examples);

  const keyed = Object.entries(examples).flatMap(([route, example]) =>
    'prepare' in example ? [{ route, ...example }] : [],
  );
  describe.each(keyed)('$route with an Idempotency-Key', ({ route, prepare }) => {
    const method = route.split(' ')[0]!;
    const send = (
      by: Pick<ServiceUnderTest, 'asAccount' | 'asOperator'>,
      write: KeyedWrite,
      body: unknown,
      key = true,
    ) =>
      (write.caller === 'account' ? by.asAccount(write.userId) : by.asOperator()).request(method, write.path, {
        body,
        ...(key ? { headers: KEY } : {}),
      });
    const later = async (write: KeyedWrite) => {
      const change = write.later ?? (method === 'PATCH' || method === 'PUT' ? other(write) : undefined);
      if (change) expectSuccess(await change());
    };
    const other = (write: KeyedWrite) => () => send(service(), write, write.otherBody, false);

    it('returns the first response for a repeated request, and changes nothing', async () => {
      const write = await prepare();
      const first = await send(service(), write, write.body);
      expectSuccess(first);
      await later(write);
      const before = await dump(service(), write.userId, ignoredCollections);
      expect(shown(await send(service(), write, write.body))).toEqual(shown(first));
      if (write.otherBody !== undefined) {
        const reused = await send(service(), write, write.otherBody);
        expect([reused.status, reused.body?.status]).toEqual([422, 'idempotency_key_reused']);
      }
      expect(await dump(service(), write.userId, ignoredCollections)).toEqual(before);
    });

    it('changes nothing when the first attempt arrives after the repeated request and a later change', async () => {
      const write = await prepare();
      const held = holdNotingWrite();
      try {
        const attempt = send(replica, write, write.body);
        const passed = attempt.then((answer) => {
          throw new Error(
            `it stored no Idempotency-Key, and answered ${answer.status}: ${JSON.stringify(answer.body)}`,
          );
        });
        passed.catch(() => {});
        await Promise.race([held.isHeld, passed]);
        const first = await send(service(), write, write.body);
        expectSuccess(first);
        await later(write);
        const before = await dump(service(), write.userId, ignoredCollections);
        held.release();
        expect(shown(await attempt)).toEqual(shown(first));
        expect(await dump(service(), write.userId, ignoredCollections)).toEqual(before);
      } finally {
        held.release();
        held.end();
      }
    });
  });

  const prepared = Object.entries(examples).flatMap(([route, example]) => {
    const prepare = 'prepare' in example ? example.prepare : example.prepareDry;
    return prepare ? [{ route, prepare }] : [];
  });
  const bases = new Set(prepared.map(({ route }) => withoutNote(route)));
  it.each([...bases])(
    '%s compares the version in If-Match if and only if its contract declares the header',
    async (base) => {
      const { route } = routes.find(({ name }) => name === base)!;
      const compared: boolean[] = [];
      for (const example of prepared.filter((one) => withoutNote(one.route) === base)) {
        const { caller, userId, path, body } = await example.prepare();
        const client = caller === 'account' ? service().asAccount(userId) : service().asOperator();
        const { status } = await client.request(route.method, path, { body, headers: { 'if-match': '"999999"' } });
        compared.push(status === 412);
      }
      const isDocumented = route.headers instanceof z.ZodObject && 'if-match' in route.headers.shape;
      expect([base, compared.includes(true), 412 in route.responses]).toEqual([base, isDocumented, isDocumented]);
    },
  );

  const counted = keyed.filter(({ route }) => !/ \/(operator|internal)\//.test(route));
  if (commands && counted.length > 0) {
    it.each(counted)(
      '$route sends as many database commands as `commands` lists for it',
      async ({ route, prepare }) => {
        const counts: number[] = [];
        while (counts.length < MAX_COUNTS && !counts.includes(commands[route]!)) {
          const { caller, userId, path, body } = await prepare();
          const client = caller === 'account' ? service().asAccount(userId) : service().asOperator();
          const count = await countRequestCommands(async (headers) =>
            expectSuccess(await client.request(route.split(' ')[0]!, path, { body, headers })),
          );
          counts.push(count);
        }
        expect([route, counts.at(-1)]).toEqual([route, commands[route]]);
      },
    );
  }

  const schemasOf = (route: string) => routes.find(({ name }) => name === route)?.schemas;
  const records = keyed.filter(({ route }) => isRecordWrite(schemasOf(route)));
  it.each(records)('$route refuses an id, because only the server assigns ids', async ({ route, prepare }) => {
    const { caller, userId, path, body } = await prepare();
    const client = caller === 'account' ? service().asAccount(userId) : service().asOperator();
    const { status, body: refused } = await client.request(route.split(' ')[0]!, path, {
      body: { ...body, id: 999_999_999 },
    });
    expect([status, refused.messages]).toEqual([400, [expect.stringMatching(/^id: 999999999 is not accepted/)]]);
  });

  const posts = keyed.filter(({ route }) => route.startsWith('POST') && fieldsOf(schemasOf(route)?.sent).length > 0);
  if (posts.length > 0) {
    it.each(posts)('$route accepts null for each optional field', async ({ route, prepare }) => {
      const { caller, userId, path, body } = await prepare();
      const client = caller === 'account' ? service().asAccount(userId) : service().asOperator();
      const absent = fieldsOf(schemasOf(route)?.sent).filter((field) => !Object.hasOwn(body ?? {}, field));
      const nulls = Object.fromEntries(absent.map((field) => [field, null]));
      expectSuccess(await client.request('POST', path, { body: { ...nulls, ...body } }));
    });
  }

  const refusable = Object.entries(examples).flatMap(([route, example]) =>
    'prepare' in example && example.prepareRefused ? [{ route, prepare: example.prepareRefused }] : [],
  );
  if (refusable.length === 0) return;
  describe.each(refusable)('$route after the refusal of a repeated request', ({ route, prepare }) => {
    it('changes nothing when the delayed first attempt arrives, even if it would be accepted now', async () => {
      const write = await prepare();
      const send = (by: Pick<ServiceUnderTest, 'asAccount' | 'asOperator'>) =>
        (write.caller === 'account' ? by.asAccount(write.userId) : by.asOperator()).request(
          route.split(' ')[0]!,
          write.path,
          { body: write.body, headers: KEY },
        );
      const held = holdNotingWrite();
      try {
        const attempt = send(replica);
        await held.isHeld;
        const unblock = await write.block!();
        const refused = await send(service());
        expect([400, 404, 409, 412]).toContain(refused.status);
        await unblock();
        const before = await dump(service(), write.userId, ignoredCollections);
        held.release();
        expect(shown(await attempt)).toEqual(shown(refused));
        expect(shown(await send(service()))).toEqual(shown(refused));
        expect(await dump(service(), write.userId, ignoredCollections)).toEqual(before);
      } finally {
        held.release();
        held.end();
      }
    });
  });
}

/** Returns the method and path of an example, without its note. */
function withoutNote(name: string): string {
  return name.replace(/ \(.*\)$/, '');
}

/** Whether a route accepts the fields of a record that has an id, and returns that record. */
function isRecordWrite(schemas: { sent: unknown; answered: unknown } | undefined): boolean {
  const [sent, answered] = [fieldsOf(schemas?.sent), fieldsOf(schemas?.answered)];
  return sent.some((field) => field !== 'id' && answered.includes(field)) && answered.includes('id');
}

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe ? fieldsOf(schema.in) : [];
}

function shown({ status, body, headers }: Answer) {
  return { status, body: body as unknown, etag: headers.get('etag') };
}

function expectSuccess({ status, body }: Answer): void {
  if (status !== 200 && status !== 204) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}

/** Fields that the platform maintains itself: revision, outbox and stored responses. */
const bookkeeping = /^(revision|insert_id|outbox.*|idempotency.*)$/;
const bookkeepingCollections = ['id_counters', 'outbox_spill', 'answered_requests', 'resyncs'];

/** How long a dump waits for jobs to finish, in milliseconds. */
const LONGEST_WAIT_MS = 3000;

/** Returns all documents of an account, by collection, after the jobs of its writes are done. */
async function dump(
  { connection }: ServiceUnderTest,
  userId: number,
  ignored: readonly string[],
): Promise<Record<string, unknown[]>> {
  const left: readonly string[] = [...bookkeepingCollections, ...ignored];
  const collections = (await connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => !left.includes(name));
  const waitsUntil = performance.now() + LONGEST_WAIT_MS;
  return until(async () => {
    const dumped = collections.sort().map(async (name) => {
      const documents = await connection.collection(name).find({ user_id: userId }).sort({ _id: 1 }).toArray();
      return [name, documents] as const;
    });
    const data = await Promise.all(dumped);
    // Wait for pending jobs, because a later job would change the data between two dumps. The wait
    // is limited, because the job of a request cannot run while the test pauses the request.
    const hasJobs = data.some(([, documents]) => documents.some((document) => 'outbox_due_utc' in document));
    if (hasJobs && performance.now() < waitsUntil) return undefined;
    return Object.fromEntries(data.map(([name, documents]) => [name, documents.map(withoutBookkeeping)]));
  });
}

function withoutBookkeeping(document: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !bookkeeping.test(field)));
}
