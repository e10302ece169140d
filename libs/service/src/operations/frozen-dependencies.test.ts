import net from 'node:net';
import { KafkaBus } from '@keyhaven/events/kafka/kafka-bus';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import { type Note, type NoteDocument, noteEntity, noteModel } from '@keyhaven/persistence/testing/notes';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { until } from '@keyhaven/testing/until';
import type { Model } from 'mongoose';
import { startDatabaseService } from '../database-service';
import type { RunningService } from '../service-definition';
import { createLogger } from '../observability/logger';
import { type Operations, serveOperations } from './operations';

let database: DatabaseProcess;
let frozenBroker: net.Server;
let service: RunningService;
let operations: Operations;
let model: Model<NoteDocument>;
const scope: AccountScope = { accountId: accountId(7) };

beforeAll(async () => {
  database = await startDatabaseProcess();
  // Like a paused broker, this server accepts connections but never answers.
  frozenBroker = net.createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => frozenBroker.listen(0, '127.0.0.1', resolve));
  const { port } = frozenBroker.address() as net.AddressInfo;
  const { publicKeys } = await makeTestKeys();
  service = await startDatabaseService(
    {
      name: 'things',
      topic: 'keyhaven.things',
      maxBodyBytes: 1000,
      build: ({ connection, relay, ids }) => {
        model = noteModel(connection);
        const notes = new TenantRepository<NoteDocument, Note>({
          model,
          noun: 'a note',
          entities: [noteEntity('keyhaven.things')],
          relay,
        });
        const add = async () => ({
          after: { _id: await ids.next('note'), user_id: scope.accountId, version: 0, text: 'new' },
        });
        return {
          routes: (app) =>
            void app.post('/notes', async (_request, response) => void response.json(await notes.create(scope, add))),
          consumers: [{ group: 'things', topic: 'keyhaven.others', handle: () => Promise.resolve() }],
        };
      },
    },
    {
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('things', 'silent'),
      databaseUri: database.uri,
      bus: new KafkaBus({
        brokers: [`127.0.0.1:${port}`],
        clientId: 'things',
        replicationFactor: 1,
        minInsyncReplicas: 1,
        onDeadLetter: () => {},
        onFatal: () => {},
        report: () => {},
      }),
      publicKeys,
      shutdownMs: 100,
      processMetrics: false,
    },
  );
  operations = await serveOperations({ host: '127.0.0.1', port: 0 });
  operations.show([service.operated]);
}, 60_000);
afterAll(async () => {
  process.kill(database.pid, 'SIGCONT');
  await operations.close(0);
  await service.stop();
  await database.stop();
  frozenBroker.close();
}, 30_000);

const readyz = async () => {
  const response = await fetch(`${operations.url}/readyz`);
  const { faults, warnings } = (await response.json()) as { faults: string[]; warnings: string[] };
  return { status: response.status, faults, warnings };
};
const metrics = async () => (await fetch(`${operations.url}/metrics`)).text();
/**
 * Returns the value of a metric that has only the label `service`; undefined if the metric has no
 * value.
 */
const valueOf = async (name: string) => {
  const [, value] = new RegExp(`^${name}\\{service="things"\\} (.*)$`, 'm').exec(await metrics()) ?? [];
  return value === undefined ? undefined : Number(value);
};

it('a service can start, store records and keep events in the outbox even if the broker never answers', async () => {
  let hasJoined = false;
  void service.joined.then(() => (hasJoined = true));
  const answer = await fetch(`${service.url}/notes`, { method: 'POST' });
  const { record } = (await answer.json()) as { record: Note };
  expect([answer.status, hasJoined]).toEqual([200, false]);
  const stored = await model.findById(record.id).lean<NoteDocument>();
  expect(stored?.outbox).toMatchObject([{ kind: 'event', event: { entity_id: record.id, action: 'entity_create' } }]);
}, 30_000);

it('a broker that never answers causes only a readiness warning, because the service can still answer requests', async () => {
  expect(await readyz()).toMatchObject({
    status: 200,
    faults: [],
    warnings: expect.arrayContaining(['the broker does not answer: events wait in the outbox']) as string[],
  });
  expect(await metrics()).toMatch(/keyhaven_dependency_up\{dependency="broker",service="things"\} 0/);
  expect(await valueOf('keyhaven_ready')).toBe(1);
}, 30_000);

it('the metric of the oldest outbox entry increases while the broker does not answer', async () => {
  const before = await until(() => valueOf('keyhaven_outbox_oldest_seconds'));
  await until(async () => (await valueOf('keyhaven_outbox_oldest_seconds'))! > before + 1, 20_000);
}, 30_000);

it('a service is unready and hides the outbox metrics while the database does not answer', async () => {
  expect(await metrics()).toMatch(/keyhaven_outbox_documents\{service="things"\} 1/);
  process.kill(database.pid, 'SIGSTOP');
  expect(await readyz()).toMatchObject({ status: 503, faults: ['the database does not answer'] });
  const frozen = await metrics();
  expect(frozen).toMatch(/keyhaven_dependency_up\{dependency="database",service="things"\} 0/);
  expect(frozen).not.toMatch(/^keyhaven_outbox_documents/m);
  expect(frozen).not.toMatch(/^keyhaven_schema_migrations\{/m);
  expect(frozen).toMatch(/^keyhaven_ready\{service="things"\} 0$/m);
  process.kill(database.pid, 'SIGCONT');
  await until(async () => (await readyz()).status === 200, 20_000);
  expect(await metrics()).toMatch(/keyhaven_outbox_documents\{service="things"\} 1/);
}, 60_000);
