import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../../..');
/** A Python environment with the generator. It is kept between runs, because the installation takes a long time. */
const environment = path.join(root, 'dist/python-generator');
const python = path.join(environment, 'bin/python');

describe('a Python client that openapi-python-client generates from /openapi/v2.json', () => {
  let platform: PlatformForClients;
  let folder: string;
  beforeAll(async () => {
    await run(process.execPath, [path.join(root, 'tools/ci/python-generator.mjs'), environment]);
    platform = await startPlatformForClients();
    folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-python-'));
  }, 400_000);
  afterAll(async () => {
    if (folder) rmSync(folder, { recursive: true, force: true });
    await platform?.stop();
  });

  it('has every operation, compiles, reads records and previews a quote', async () => {
    const client = path.join(folder, 'keyhaven_api');
    const url = `${platform.url}/openapi/v2.json`;
    const options = ['generate', '--url', url, '--meta', 'none', '--output-path', client];
    const { stdout: said } = await run(path.join(environment, 'bin/openapi-python-client'), options);
    // The generator warns about responses that are not JSON. It must not leave out operations.
    expect(said).not.toContain('Endpoint will not be generated');
    expect(said).not.toMatch(/^ERROR/m);

    await run(python, ['-m', 'compileall', '-q', client]);
    copyFileSync(path.join(__dirname, 'testing/generated_client.py'), path.join(folder, 'smoke.py'));
    const env = { ...process.env, URL: platform.url, TOKEN: platform.accessToken };
    const { stdout } = await run(python, ['smoke.py'], {
      cwd: folder,
      env: { ...env, PROPERTY: String(platform.ids.property) },
    });
    expect(JSON.parse(stdout)).toEqual({
      user: platform.userId,
      count: 1,
      first_name: 'Ada',
      events: 1,
      total: expect.any(Number),
      refused: 'unauthorized',
    });
  }, 300_000);
});
