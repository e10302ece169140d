import net from 'node:net';
import { KafkaBus } from '@keyhaven/events/kafka/kafka-bus';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { until } from '@keyhaven/testing/until';
import { type RunningService, startDatabaseService } from '../database-service';
import { createLogger } from '../logger';
import { type Operations, serveOperations } from './operations';

let database: DatabaseProcess;
let frozenBroker: net.Server;
let service: RunningService;
let operations: Operations;

beforeAll(async () => {
  database = await startDatabaseProcess();
  // Like a paused broker process: the machine accepts connections, and nothing answers.
  frozenBroker = net.createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => frozenBroker.listen(0, '127.0.0.1', resolve));
  const { port } = frozenBroker.address() as net.AddressInfo;
  const { publicKeys } = await makeTestKeys();
  service = await startDatabaseService(
    {
      name: 'things',
      topic: 'keyhaven.things',
      maxBodyBytes: 1000,
      build: () => ({ routes: () => {}, consumers: [] }),
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

it('a frozen broker is only a warning, because the service answers without it', async () => {
  expect(await readyz()).toMatchObject({
    status: 200,
    faults: [],
    warnings: ['the broker does not answer: events wait in the outbox'],
  });
  expect(await metrics()).toMatch(/keyhaven_dependency_up\{dependency="broker",service="things"\} 0/);
}, 30_000);

it('a frozen database makes the service unready until it answers again, and its metrics have no value', async () => {
  expect(await metrics()).toMatch(/keyhaven_outbox_documents\{service="things"\} 0/);
  process.kill(database.pid, 'SIGSTOP');
  expect(await readyz()).toMatchObject({ status: 503, faults: ['the database does not answer'] });
  const frozen = await metrics();
  expect(frozen).toMatch(/keyhaven_dependency_up\{dependency="database",service="things"\} 0/);
  expect(frozen).not.toMatch(/^keyhaven_outbox_documents/m);
  process.kill(database.pid, 'SIGCONT');
  await until(async () => (await readyz()).status === 200, 20_000);
  expect(await metrics()).toMatch(/keyhaven_outbox_documents\{service="things"\} 0/);
}, 60_000);
