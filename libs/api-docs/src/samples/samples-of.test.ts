import { execFile, execFileSync, spawnSync } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleRequest } from './request';
import { samplesOf } from './samples-of';

interface Received {
  method?: string;
  url?: string;
  authorization?: string;
  type?: string;
  note?: string;
  body: string;
}

const requests: [name: string, request: SampleRequest][] = [
  ['a read', { method: 'GET', path: '/v2/bookings', query: { limit: 2, since_utc: '2026-01-01T00:00:00Z' } }],
  ['a read without credentials', { method: 'GET', path: '/announcements', headers: { authorization: '' } }],
  [
    'a write with texts that need quotes',
    {
      method: 'POST',
      path: '/v2/guests',
      headers: { 'idempotency-key': 'a-1' },
      body: { first_name: `O'Neil "the $1" \\ ü \n`, tags: ['VIP'], fields: [], nested: { a: null, b: true, c: 1.5 } },
    },
  ],
  ['a change', { method: 'PATCH', path: '/v2/bookings/1', body: { notes: null } }],
  ['a deletion', { method: 'DELETE', path: '/v2/quotes/1' }],
  [
    'a form',
    {
      method: 'POST',
      path: '/oauth/access_token',
      headers: { authorization: 'Basic Y186c18=', 'content-type': 'application/x-www-form-urlencoded' },
      body: { grant_type: 'authorization_code', redirect_uri: 'https://a.example/b?c=d' },
    },
  ],
];

describe('samplesOf', () => {
  let url: string;
  let received: Received;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const note = headers['idempotency-key'];
      received = {
        method,
        url,
        authorization: headers.authorization,
        type: headers['content-type'],
        note: typeof note === 'string' ? note : undefined,
        body: Buffer.concat(chunks).toString(),
      };
      response.end('{"ok":true}');
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const programs = {
    curl: ['bash', '-c'],
    typescript: [process.execPath, '--input-type=module', '-e'],
    python: ['python3', '-c'],
  } as const;
  const run = (language: keyof typeof programs, text: string): Promise<string> => {
    const [command, ...options] = programs[language];
    return new Promise((resolve, reject) => {
      const env = { ...process.env, KEYHAVEN_URL: url, KEYHAVEN_EMAIL: 'a@example.com', KEYHAVEN_TOKEN: 'pt_1' };
      execFile(command, [...options, text], { env }, (error, out) =>
        error ? reject(new Error(error.message)) : resolve(out.trim()),
      );
    });
  };

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  const languages = (['curl', 'typescript', 'python'] as const).filter((name) => name !== 'python' || hasPython);
  it.each(requests.flatMap(([name, request]) => languages.map((language) => [name, language, request] as const)))(
    'writes, for %s, a sample in %s that sends exactly this request',
    async (_name, language, request) => {
      expect(await run(language, samplesOf(request)[language])).toBe('{"ok":true}');
      const { query, headers, body } = request;
      const search = query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : '';
      const isForm = headers?.['content-type'] !== undefined;
      const basic = `Basic ${Buffer.from('a@example.com:pt_1').toString('base64')}`;
      expect(received).toEqual({
        method: request.method,
        url: request.path + search,
        authorization: headers?.authorization === '' ? undefined : (headers?.authorization ?? basic),
        type: body === undefined ? undefined : isForm ? headers['content-type'] : 'application/json',
        note: headers?.['idempotency-key'],
        body: expect.any(String) as string,
      });
      if (body === undefined) expect(received.body).toBe('');
      else if (isForm) expect(Object.fromEntries(new URLSearchParams(received.body))).toEqual(body);
      else expect(JSON.parse(received.body)).toEqual(body);
    },
  );

  it('writes a TypeScript sample with valid syntax', () => {
    const { typescript } = samplesOf(requests[2]![1]);
    expect(() =>
      execFileSync(process.execPath, ['--check', '--input-type=module', '-'], { input: typescript }),
    ).not.toThrow();
  });
});
