import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../../..');
const program = (name: string) => path.join(root, 'node_modules/.bin', name);

describe('types that openapi-typescript generates from /openapi/v2.json', () => {
  let platform: PlatformForClients;
  let folder: string;
  beforeAll(async () => {
    platform = await startPlatformForClients();
    // The folder is inside the repository, so that the program finds the installed packages.
    mkdirSync(path.join(root, 'dist'), { recursive: true });
    folder = mkdtempSync(path.join(root, 'dist/typed-client-'));
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform.stop();
  });

  it('compile in a strict program, which then reads records and previews a quote', async () => {
    const types = path.join(folder, 'v2.d.ts');
    const client = path.join(folder, 'client.ts');
    copyFileSync(path.join(__dirname, 'testing/typed-client.txt'), client);
    await run(program('openapi-typescript'), [`${platform.url}/openapi/v2.json`, '-o', types]);
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--target', 'es2022', '--types', 'node'];
    await run(program('tsc'), [...strict, '--module', 'esnext', '--moduleResolution', 'bundler', client]).catch(
      (error: { stdout: string }) => {
        throw new Error(error.stdout);
      },
    );
    const { stdout } = await run(program('tsx'), [client], {
      env: {
        ...process.env,
        URL: platform.url,
        TOKEN: platform.accessToken,
        PROPERTY: String(platform.ids.property),
      },
    });
    expect(JSON.parse(stdout)).toEqual({
      user: platform.userId,
      count: 1,
      firstName: 'Ada',
      total: expect.any(Number),
    });
  }, 120_000);
});
