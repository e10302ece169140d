import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';

const guide = readFileSync(path.resolve(__dirname, '../../docs/integrators/paging.md'), 'utf8');

describe('the code in docs/integrators/paging.md', () => {
  it('reads all pages of a list', async () => {
    const requested: string[] = [];
    const server = http.createServer(({ url = '', headers }, response) => {
      requested.push(`${url} ${headers.authorization}`);
      const isLast = url.includes('offset');
      const items = isLast ? [{ id: 3 }] : [{ id: 1 }, { id: 2 }];
      response.end(JSON.stringify({ items, next_page_url: isLast ? null : '/v2/bookings?limit=1000&offset=2' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { code } = transformSync(/^```ts\n([^]*?)^```$/m.exec(guide)![1]!, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { ...process.env, KEYHAVEN_URL: url, KEYHAVEN_EMAIL: 'a@example.com', KEYHAVEN_TOKEN: 'pt_1' };
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { env });
    server.close();
    expect(stdout).toBe('1\n2\n3\n');
    const basic = `Basic ${Buffer.from('a@example.com:pt_1').toString('base64')}`;
    expect(requested).toEqual([`/v2/bookings?limit=1000 ${basic}`, `/v2/bookings?limit=1000&offset=2 ${basic}`]);
  });
});
