import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { until } from '@keyhaven/testing/until';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { writeFile } from 'node:fs/promises';

const root = path.resolve(__dirname, '../../..');
const LISTENING = /"url":"(http:\/\/[^"]+)"/;

describeWithKafka('the services as processes of their own', 'any', (source) => {
  let kafka: KafkaForTests;
  let database: DatabaseProcess;
  let folder: string;
  let signOperator: TokenSigner;
  const programs: Program[] = [];

  /** Starts an app's bundle and answers its address. */
  async function startApp(name: string, settings: Record<string, string>): Promise<string> {
    const file = path.join(root, 'dist/apps', name, 'main.js');
    const program = await startProgram(file, { PORT: '0', LOG_LEVEL: 'info', ...settings }, LISTENING);
    programs.push(program);
    return program.ready[1]!;
  }

  /** Sends JSON and answers the body of a success. */
  async function send(method: string, url: string, authorization: string, body?: unknown): Promise<any> {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  beforeAll(async () => {
    execFileSync(process.execPath, ['tools/build/bundle.mjs', 'gateway', 'identity', 'booking'], { cwd: root });
    [kafka, database] = await Promise.all([startKafkaForTests(source), startDatabaseProcess()]);
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-processes-'));
    const [gateway, operator] = [await makeIssuerKeys('gateway'), await makeIssuerKeys('operator')];
    await writeFile(path.join(folder, 'gateway.json'), JSON.stringify(gateway.privateKey));
    await writeFile(
      path.join(folder, 'public.json'),
      JSON.stringify({ keys: [gateway.publicKey, operator.publicKey] }),
    );
    signOperator = await createTokenSigner('operator', operator.privateKey);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await Promise.all([database?.stop(), kafka?.stop()]);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('take a booking through the gateway, with what identity told booking over Kafka', async () => {
    const settings = {
      MONGODB_URI: database.uri,
      KAFKA_BROKERS: kafka.brokers.join(','),
      KAFKA_REPLICATION_FACTOR: '1',
      KAFKA_MIN_INSYNC_REPLICAS: '1',
      INTERNAL_PUBLIC_KEYS_FILE: path.join(folder, 'public.json'),
    };
    const [identity, booking] = await Promise.all([startApp('identity', settings), startApp('booking', settings)]);
    const gateway = await startApp('gateway', {
      INTERNAL_SIGNING_KEY_FILE: path.join(folder, 'gateway.json'),
      IDENTITY_URL: identity,
      BOOKING_URL: booking,
    });
    const asOperator = async (audience: string) => `Bearer ${await signOperator({ audience, scope: 'service' })}`;

    const accounts = `${identity}/operator/accounts`;
    const account = await send('POST', accounts, await asOperator('identity'), {
      company_name: 'Harbour Stays',
      time_zone: 'Asia/Tokyo',
      currency_code: 'JPY',
    });
    const users = `${accounts}/${account.id}/users`;
    const user = await send('POST', users, await asOperator('identity'), { email_address: 'host@example.com' });
    const { token } = await send('POST', `${users}/${user.id}/tokens`, await asOperator('identity'), {
      kind: 'access',
    });
    const properties = `${booking}/operator/accounts/${account.id}/properties`;
    const property = await send('POST', properties, await asOperator('booking'), { name: 'Machiya' });

    const stay = { property_id: property.id, arrival: '2026-07-01', departure: '2026-07-03', adults: 2 };
    // Booking answers 503 until identity's event of the account has come over Kafka: nothing else tells it.
    const book = () => send('POST', `${gateway}/v2/bookings`, `Bearer ${token}`, stay);
    const made = await until(
      () =>
        book().catch((error: Error) => {
          if (!/answered 503/.test(error.message)) throw error;
        }),
      60_000,
    );
    expect(made).toMatchObject({ type: 'booking', status: 'active', property_id: property.id, currency_code: 'JPY' });
    await expect(book()).rejects.toThrow(/answered 409/);
  }, 120_000);

  it('end cleanly when they are asked to', async () => {
    expect(await Promise.all(programs.reverse().map((program) => program.stop()))).toEqual([0, 0, 0]);
  }, 60_000);
});
