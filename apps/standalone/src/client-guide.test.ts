import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { signWebhook } from '@keyhaven/client/webhooks/sign-webhook';
import { bundleDocumentPrograms, type DocumentPrograms } from '@keyhaven/testing/document-code';
import { freePort } from '@keyhaven/testing/free-ports';
import { type ProcessOptions, runProcess, startProcess } from '@keyhaven/testing/run-process';
import { until } from '@keyhaven/testing/until';
import { type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

/**
 * The tests run every program of the guide for the client library in a process of its own. The
 * platform that the programs call runs in the test's process.
 */

const secret = 'whsec_YSBzZWNyZXQgb2YgYSB0ZXN0';
let platform: PlatformForClients;
let programs: DocumentPrograms;
let folder: string;
beforeAll(async () => {
  [platform, programs, folder] = await Promise.all([
    startPlatformForClients(),
    bundleDocumentPrograms('docs/integrators/client.md'),
    mkdtemp(path.join(os.tmpdir(), 'keyhaven-guide-')),
  ]);
}, 120_000);
afterAll(() => Promise.all([platform.stop(), programs.remove(), rm(folder, { recursive: true })]));

const options = (more: Record<string, string> = {}): ProcessOptions => ({
  folder,
  environment: {
    KEYHAVEN_URL: platform.url,
    KEYHAVEN_EMAIL: platform.emailAddress,
    KEYHAVEN_TOKEN: platform.personalToken,
    ...more,
  },
});
const program = (file: string) => [programs.files.get(file) ?? file];
const run = async (file: string, more?: Record<string, string>): Promise<string> => {
  const { code, stdout, stderr } = await runProcess(process.execPath, program(file), options(more));
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

describe('the example programs in the guide for the client library', () => {
  it('are exactly the programs that these tests run', () => {
    const tested = ['client.ts', 'calls.ts', 'bookings.ts', 'errors.ts', 'receiver.ts', 'events.ts', 'oauth.ts'];
    expect([...programs.files.keys()]).toEqual(tested);
  });

  it('call operations of the API', async () => {
    const lines = (await run('calls.ts')).split('\n');
    expect(lines[0]).toBe(`account ${platform.userId}`);
    expect(lines[1]).toMatch(/^\d+ \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d Rossi$/);
  });

  it('read a whole list', async () => {
    expect(await run('bookings.ts')).toContain(`${platform.ids.booking} `);
  });

  it('print the status, the code and the messages of an error', async () => {
    expect(await run('errors.ts')).toMatch(/^40[04] (bad_request|not_found) \[/);
  });

  it('verify webhooks', async () => {
    const port = await freePort();
    const more = { PORT: String(port), WEBHOOK_SECRETS: `whsec_dGhlIG9sZCBzZWNyZXQgb2YgYSB0ZXN0 ${secret}` };
    const receiver = startProcess(process.execPath, program('receiver.ts'), options(more));
    const body = JSON.stringify({ id: 'e-1', action: 'entity_create', entity_type: 'guest', entity_id: 7, entity: {} });
    const post = async (headers: Record<string, string>): Promise<number | undefined> => {
      const answer = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers }).catch(
        () => undefined,
      );
      return answer?.status;
    };
    // Wait until the program has started.
    await until(async () => (await post(signWebhook('e-1', body, secret))) === 204);
    // After a request whose body ends too early, the program must answer other requests.
    connect(port, '127.0.0.1').end('POST /hook HTTP/1.1\r\nHost: receiver\r\nContent-Length: 9\r\n\r\n{');
    await until(() => receiver.stderr().includes('aborted'));
    expect(await post(signWebhook('e-1', body, 'whsec_YW5vdGhlciBzZWNyZXQgb2YgYSB0ZXN0'))).toBe(400);
    receiver.kill('SIGTERM');
    expect((await receiver.ended).stdout).toBe('e-1 entity_create guest 7\nrefused: signature_wrong\n');
  });

  it('read the event log, and continue after a restart', async () => {
    const file = path.join(folder, 'cursor.txt');
    const readUntil = async (last: string) => {
      const reader = startProcess(process.execPath, program('events.ts'), options());
      let failure: string | undefined;
      void reader.ended.then(({ stderr }) => (failure = stderr));
      // Without a stored cursor, the program reads only events that follow its first request.
      await until(async () => {
        await platform.call('/v2/guests', { method: 'POST', body: { first_name: 'Ada', last_name: last } });
        expect(failure).toBeUndefined();
        return reader.stdout().includes(last);
      });
      await until(async () => (await readFile(file, 'utf8').catch(() => '')) !== '');
      reader.kill('SIGKILL');
      return (await reader.ended).stdout;
    };
    expect(await readUntil('First')).toMatch(/^entity_create \d+ First\n/);
    await platform.call('/v2/guests', { method: 'POST', body: { first_name: 'Ada', last_name: 'Meanwhile' } });
    expect(await readUntil('Second')).toMatch(/entity_create \d+ Meanwhile\n(.*\n)*entity_create \d+ Second\n/);
  });

  it('refresh the tokens of an app', async () => {
    const { call, callAsPortal, operate, userId } = platform;
    const creation = {
      name: 'Guest Guide',
      redirect_uris: ['https://app.example.com/callback'],
      uses_refresh_tokens: true,
    };
    const { body: made } = await operate('identity', '/apps', { method: 'POST', body: creation });
    const client_id = made.app.client_id as string;
    const person = { email_address: `owner-${Date.now()}@example.com` };
    const { body: user } = await operate('identity', '/users', { method: 'POST', body: person });
    const parameters = { response_type: 'code', client_id, scope: 'full' };
    const target = `/internal/accounts/${userId}/authorization_requests/approve`;
    const { body: consent } = await callAsPortal(target, { person_id: user.id, parameters });
    const code = new URL(consent.redirect_to as string).searchParams.get('code')!;
    const authorization = `Basic ${Buffer.from(`${client_id}:${made.client_secret}`).toString('base64')}`;
    const form = `grant_type=authorization_code&code=${code}`;
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const { body: tokens } = await call('/oauth/access_token', { method: 'POST', headers, form });
    const file = path.join(folder, 'tokens.json');
    await writeFile(file, JSON.stringify({ refreshToken: tokens.refresh_token }));
    const app = { CLIENT_ID: client_id, CLIENT_SECRET: made.client_secret as string };
    // The second run uses the refresh token that the first one stored.
    for (const _ of [1, 2]) expect(await run('oauth.ts', app)).toBe(`${userId}\n`);
    expect(JSON.parse(await readFile(file, 'utf8')).refreshToken).not.toBe(tokens.refresh_token);
  });
});
