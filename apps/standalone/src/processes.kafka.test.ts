import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type DatabaseProcess, freePort, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { until } from '@keyhaven/testing/until';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { writeFile } from 'node:fs/promises';

const root = path.resolve(__dirname, '../../..');
/** The services that keep data. */
const services = ['identity', 'booking', 'pricing', 'fees', 'messaging', 'finance', 'webhook'];
const LISTENING = /"url":"(http:\/\/[^"]+)"/;

describeWithKafka('the services as processes of their own', 'any', (source) => {
  let kafka: KafkaForTests;
  let database: DatabaseProcess;
  let folder: string;
  let signOperator: TokenSigner;
  const programs: Program[] = [];
  const receiver = { url: '', bodies: [] as string[], server: http.createServer() };

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
    return text === '' ? undefined : JSON.parse(text);
  }

  beforeAll(async () => {
    execFileSync(process.execPath, ['tools/build/bundle.mjs', 'gateway', ...services], { cwd: root });
    [kafka, database] = await Promise.all([startKafkaForTests(source), startDatabaseProcess()]);
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-processes-'));
    const keys: Record<string, Awaited<ReturnType<typeof makeIssuerKeys>>> = {};
    for (const issuer of ['gateway', 'operator', ...services]) {
      keys[issuer] = await makeIssuerKeys(issuer);
      await writeFile(path.join(folder, `${issuer}.json`), JSON.stringify(keys[issuer].privateKey));
    }
    const publicKeys = Object.values(keys).map(({ publicKey }) => publicKey);
    await writeFile(path.join(folder, 'public.json'), JSON.stringify({ keys: publicKeys }));
    receiver.server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      void text(request).then((body) => {
        receiver.bodies.push(body);
        response.end();
      });
    });
    const port = await freePort();
    receiver.server.listen(port, '127.0.0.1');
    receiver.url = `http://127.0.0.1:${port}/`;
    signOperator = await createTokenSigner('operator', keys.operator!.privateKey);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    receiver.server.close();
    await Promise.all([database?.stop(), kafka?.stop()]);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('take a booking through the gateway, with what identity told booking over Kafka, and tell a webhook of it', async () => {
    const settings = {
      WEBHOOK_ALLOW: '127.0.0.1/32',
      ATTACHMENT_SECRET: 'a secret of thirty-two characters or more',
      ATTACHMENTS_FOLDER: path.join(folder, 'attachments'),
      MONGODB_URI: database.uri,
      KAFKA_BROKERS: kafka.brokers.join(','),
      KAFKA_REPLICATION_FACTOR: '1',
      KAFKA_MIN_INSYNC_REPLICAS: '1',
      INTERNAL_PUBLIC_KEYS_FILE: path.join(folder, 'public.json'),
    };
    // Services call each other: their addresses are known before any of them has started.
    const ports = await Promise.all(services.map(() => freePort()));
    const urlOf = (name: string) => `http://127.0.0.1:${ports[services.indexOf(name)]}`;
    const urlSettings = Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, urlOf(name)]));
    const signedBy = (name: string) => ({ INTERNAL_SIGNING_KEY_FILE: path.join(folder, `${name}.json`) });
    await Promise.all(
      services.map((name, index) =>
        startApp(name, { ...settings, ...urlSettings, ...signedBy(name), PORT: String(ports[index]) }),
      ),
    );
    const gateway = await startApp('gateway', { ...urlSettings, ...signedBy('gateway') });
    const [identity, booking] = [urlOf('identity'), urlOf('booking')];
    const asOperator = async (audience: string) => `Bearer ${await signOperator({ audience, scope: 'service' })}`;

    const accounts = `${identity}/operator/accounts`;
    const account = await send('POST', accounts, await asOperator('identity'), {
      company_name: 'Harbour Stays',
      time_zone: 'Asia/Tokyo',
      currency_code: 'JPY',
    });
    const users = `${accounts}/${account.id}/users`;
    const user = await send('POST', users, await asOperator('identity'), { email_address: 'host@example.com' });
    const { id, token } = await send('POST', `${users}/${user.id}/tokens`, await asOperator('identity'), {
      kind: 'access',
    });
    const properties = `${booking}/operator/accounts/${account.id}/properties`;
    const property = await send('POST', properties, await asOperator('booking'), { name: 'Machiya' });

    const hook = { type: 'booking', webhook_url: receiver.url };
    await send('POST', `${gateway}/v2/webhooksubscriptions`, `Bearer ${token}`, hook);

    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const stay = { property_id: property.id, arrival: day(10), departure: day(12), adults: 2 };
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
    const told = await until(() => receiver.bodies[0], 60_000);
    expect(JSON.parse(told)).toMatchObject({
      action: 'entity_create',
      entity_type: 'booking',
      entity: { id: made.id },
    });
    // Pricing knows the property and the booking from Kafka alone.
    const range = `from=${stay.arrival}&to=${stay.departure}`;
    const statuses = async () => {
      const calendar = await send('GET', `${gateway}/v2/calendar?${range}`, `Bearer ${token}`);
      return calendar.items[0]?.days?.map(({ status }: { status: string }) => status).join(' ');
    };
    await until(async () => (await statuses()) === 'booked booked available', 60_000);
    // The end of the token is the end of its subscriptions: their receiver is told so, and nothing else any more.
    await send('DELETE', `${accounts}/${account.id}/tokens/${id}`, await asOperator('identity'));
    const notice = '"application_authorization_revoked"';
    await until(() => receiver.bodies.some((body) => body.includes(notice)), 60_000);
  }, 120_000);

  it('end cleanly when they are asked to', async () => {
    expect(await Promise.all(programs.reverse().map((program) => program.stop()))).toEqual(
      [...services, 'gateway'].map(() => 0),
    );
  }, 60_000);
});
