import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { freePort, freePorts } from '@keyhaven/testing/free-ports';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { type OtlpReceiver, startOtlpReceiver } from '@keyhaven/testing/otlp-receiver';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { until } from '@keyhaven/testing/until';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { writeFile } from 'node:fs/promises';
import { metricFaults } from './testing/metric-faults';

const root = path.resolve(__dirname, '../../..');
const LISTENING = /"operations":"(http:\/\/[^"]+)"[^]*?"url":"(http:\/\/[^"]+)"/;

describeWithKafka('the services as separate processes', 'any', (source) => {
  let kafka: KafkaForTests;
  let database: DatabaseProcess;
  let collector: OtlpReceiver;
  let folder: string;
  let signOperator: TokenSigner;
  const programs = new Map<string, Program>();
  let gateway: string;
  let urlOf: (service: string) => string;
  /** Starts a service on the port that was chosen for it. */
  let startService: (name: string) => Promise<unknown>;
  let account: { id: number };
  let property: { id: number };
  let credential: { id: string; token: string };
  const receiver = { url: '', bodies: [] as string[], server: http.createServer() };

  /** Starts the bundle of an app and returns its URL. */
  async function startApp(name: string, settings: Record<string, string>): Promise<string> {
    const file = path.join(root, 'dist/apps', name, 'main.js');
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' };
    const common = { PORT: '0', OPERATIONS_PORT: '0', LOG_LEVEL: 'info', ...traces };
    const program = await startProgram(file, { ...common, ...settings }, LISTENING);
    programs.set(name, program);
    return program.ready[2]!;
  }

  /** Sends JSON and returns the body of a successful response. */
  async function send(method: string, url: string, authorization: string, body?: unknown): Promise<any> {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  beforeAll(async () => {
    execFileSync(process.execPath, ['tools/build/bundle.mjs', 'gateway', ...dataServiceNames], { cwd: root });
    [kafka, database] = await Promise.all([startKafkaForTests(source), startDatabaseProcess()]);
    collector = await startOtlpReceiver();
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-processes-'));
    const keys: Record<string, Awaited<ReturnType<typeof makeIssuerKeys>>> = {};
    for (const issuer of ['gateway', 'operator', ...dataServiceNames]) {
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
  }, 300_000);
  afterAll(async () => {
    await Promise.all([...programs.values()].map((program) => program.kill()));
    receiver.server.close();
    await Promise.all([database?.stop(), kafka?.stop(), collector?.close()]);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const asOperator = async (audience: string) => `Bearer ${await signOperator({ audience, scope: 'service' })}`;
  const asUser = () => `Bearer ${credential.token}`;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  /** Books a stay that starts `from` days from today. */
  const book = (from: number, nights = 1) =>
    send('POST', `${gateway}/v2/bookings`, asUser(), {
      property_id: property.id,
      arrival: day(from),
      departure: day(from + nights),
      adults: 2,
    });
  /**
   * Returns the statuses of the calendar's days, separated by spaces. `from` and `to` are numbers of days from today.
   */
  async function statuses(from: number, to: number): Promise<string> {
    const calendar = await send('GET', `${gateway}/v2/calendar?from=${day(from)}&to=${day(to)}`, asUser());
    return calendar.items[0]?.days?.map(({ status }: { status: string }) => status).join(' ');
  }

  it('all become ready, although they depend on each other', async () => {
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
    // Services call each other, so choose their ports before any of them starts.
    const free = await freePorts(dataServiceNames.length);
    const ports = new Map<string, number>(dataServiceNames.map((name, index) => [name, free[index]!]));
    const portOf = (name: string) => String(ports.get(name));
    urlOf = (name) => `http://127.0.0.1:${portOf(name)}`;
    const urlSettings = Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), urlOf(name)]));
    const signedBy = (name: string) => ({ INTERNAL_SIGNING_KEY_FILE: path.join(folder, `${name}.json`) });
    startService = (name) => startApp(name, { ...settings, ...urlSettings, ...signedBy(name), PORT: portOf(name) });
    await Promise.all(dataServiceNames.map(startService));
    gateway = await startApp('gateway', { ...urlSettings, ...signedBy('gateway') });

    const accounts = `${urlOf('identity')}/operator/accounts`;
    account = await send('POST', accounts, await asOperator('identity'), {
      company_name: 'Harbour Stays',
      time_zone: 'Asia/Tokyo',
      currency_code: 'JPY',
    });
    const users = `${accounts}/${account.id}/users`;
    const user = await send('POST', users, await asOperator('identity'), { email_address: 'host@example.com' });
    credential = await send('POST', `${users}/${user.id}/tokens`, await asOperator('identity'), { kind: 'access' });
    const properties = `${urlOf('booking')}/operator/accounts/${account.id}/properties`;
    property = await send('POST', properties, await asOperator('booking'), { name: 'Machiya' });
  }, 120_000);

  it('book a stay through the gateway after Kafka has delivered the account, and send a webhook about the booking', async () => {
    const hook = { type: 'booking', webhook_url: receiver.url };
    await send('POST', `${gateway}/v2/webhooksubscriptions`, asUser(), hook);
    // The booking service responds with 503 until it has consumed the event about the new account from Kafka.
    const made = await until(
      () =>
        book(10, 2).catch((error: Error) => {
          if (!/answered 503/.test(error.message)) throw error;
        }),
      60_000,
    );
    expect(made).toMatchObject({ type: 'booking', status: 'active', property_id: property.id, currency_code: 'JPY' });
    await expect(book(10, 2)).rejects.toThrow(/answered 409/);
    const published = await until(() => receiver.bodies[0], 60_000);
    expect(JSON.parse(published)).toMatchObject({
      action: 'entity_create',
      entity_type: 'booking',
      entity: { id: made.id },
    });
    // Wait, because pricing receives the property and the booking only through Kafka.
    await until(async () => (await statuses(10, 12)) === 'booked booked available', 60_000);
  }, 120_000);

  it('record a booking and its delivery as one trace', async () => {
    const causes: string[] = [];
    let span = await collector.find(({ name, attributes }) => {
      return name === 'POST webhook' && attributes['keyhaven.entity_type'] === 'booking';
    });
    for (;;) {
      causes.push(`${span.service}: ${span.name}`);
      const { traceId, parentSpanId } = span;
      if (parentSpanId === undefined) break;
      span = await collector.find((other) => other.traceId === traceId && other.spanId === parentSpanId);
    }
    expect(causes).toEqual([
      'keyhaven-webhook: POST webhook',
      'keyhaven-webhook: process keyhaven.booking',
      'keyhaven-booking: send keyhaven.booking',
      'keyhaven-booking: POST /v2/bookings',
      'keyhaven-gateway: POST /v2/bookings',
      'keyhaven-gateway: POST /v2/bookings',
    ]);
  }, 120_000);

  it('show each booking on the calendar (the test prints the delay)', async () => {
    const lags: number[] = [];
    for (let from = 20; from < 40; from++) {
      await book(from);
      const answered = performance.now();
      await until(async () => (await statuses(from, from)) === 'booked', 60_000);
      lags.push(performance.now() - answered);
    }
    lags.sort((a, b) => a - b);
    process.stdout.write(
      `from answer to calendar, through the gateway: median ${lags[10]!.toFixed(0)} ms, longest ${lags[19]!.toFixed(0)} ms\n`,
    );
  }, 120_000);

  it('update the calendar with bookings and cancellations made while pricing was down', async () => {
    await programs.get('pricing')!.kill();
    const stays = [];
    for (let from = 50; from < 60; from++) stays.push(await book(from));
    await startService('pricing');
    await until(async () => (await statuses(50, 59)) === Array(10).fill('booked').join(' '), 60_000);
    // Pricing answers requests before it consumes events. Its consumers can join their Kafka
    // consumer groups only after the session of the killed process has expired.
    const printed = programs.get('pricing')!.output();
    const [listening, joined] = ['"listening"', '"consumer_joined"'].map((word) => printed.indexOf(word));
    expect([listening! >= 0, joined! > listening!]).toEqual([true, true]);
    await programs.get('pricing')!.stop();
    for (const { id } of stays) {
      await send('PATCH', `${gateway}/v2/bookings/${id}`, asUser(), { status: 'canceled' });
    }
    await startService('pricing');
    await until(async () => (await statuses(50, 59)) === Array(10).fill('available').join(' '), 60_000);
  }, 180_000);

  it('return exactly the metrics that the registry lists for each of them', async () => {
    for (const [name, program] of programs) {
      const text = await (await fetch(`${program.ready[1]}/metrics`)).text();
      expect({ name, faults: metricFaults(text, { services: [name], kafka: true }) }).toEqual({ name, faults: [] });
    }
  }, 60_000);

  it('send a notice to the webhook URL after the token of the subscription is revoked', async () => {
    const tokens = `${urlOf('identity')}/operator/accounts/${account.id}/tokens`;
    await send('DELETE', `${tokens}/${credential.id}`, await asOperator('identity'));
    const notice = '"application_authorization_revoked"';
    await until(() => receiver.bodies.some((body) => body.includes(notice)), 60_000);
  }, 120_000);

  it('exit with 0 on SIGTERM', async () => {
    expect(await Promise.all([...programs.values()].reverse().map((program) => program.stop()))).toEqual(
      [...dataServiceNames, 'gateway'].map(() => 0),
    );
  }, 60_000);
});
