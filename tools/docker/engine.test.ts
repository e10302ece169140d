import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runProcess } from '@keyhaven/testing/run-process';

const engine = path.join(__dirname, 'engine.mjs');
const project = path.join(__dirname, 'compose/project.mjs');

describe('the programs for Docker', () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-docker-'));
    environment = { PATH: `${folder}${path.delimiter}${process.env.PATH}`, DOCKER_HOST: '' };
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Makes a command `docker` that runs the given lines of a shell script. */
  async function makeDocker(...lines: string[]): Promise<void> {
    await writeFile(path.join(folder, 'docker'), ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(path.join(folder, 'docker'), 0o755);
  }
  const hostFor = async (settings: Record<string, string> = {}) => {
    const args = [engine, 'printenv', 'DOCKER_HOST'];
    const { stdout } = await runProcess(process.execPath, args, { environment: { ...environment, ...settings } });
    return stdout.trim();
  };

  it("use a running engine at the address of Docker's current context", async () => {
    await makeDocker('[ "$1" != context ] || echo unix:///home/ada/.colima/docker.sock');
    expect(await hostFor()).toBe('unix:///home/ada/.colima/docker.sock');
  });

  it('use a running engine at DOCKER_HOST if this is set', async () => {
    await makeDocker('[ "$1" != context ] || echo unix:///other.sock');
    expect(await hostFor({ DOCKER_HOST: 'tcp://127.0.0.1:2375' })).toBe('tcp://127.0.0.1:2375');
  });

  it("use a running engine at Docker's usual socket if the docker command knows no contexts", async () => {
    await makeDocker('[ "$1" = version ]');
    expect(await hostFor()).toBe('unix:///var/run/docker.sock');
  });

  it('read the state of a container although docker prints warnings', async () => {
    await makeDocker(
      'echo "WARNING: the configuration file cannot be read" >&2',
      'case "$1" in ps) echo a1b2;; inspect) echo \'[{"Id":"a1b2"}]\';; logs) echo started; echo failed >&2;; esac',
    );
    const program = `import { ComposeProject } from '${project}';
      const compose = new ComposeProject({ environment: {} }, 'shop', {});
      console.log(JSON.stringify([compose.inspect('booking'), compose.logs('booking')]));`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = await runProcess(process.execPath, args, { environment });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([{ Id: 'a1b2' }, expect.stringMatching(/started[^]*failed/)]);
  });
});
