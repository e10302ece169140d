import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { serve as serveFolder, type Server } from './serve';
import { connectTo } from './test-server';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const isRoot = process.getuid?.() === 0;

describe('the socket of the embedded database', () => {
  let parent: string;
  const running: Server[] = [];
  beforeEach(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'embedded-mongo-'));
    chmodSync(parent, 0o755);
    jest.spyOn(os, 'tmpdir').mockReturnValue(parent);
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
    jest.restoreAllMocks();
    await rm(parent, { recursive: true });
  });

  async function serve(options: { folder: string }): Promise<Server> {
    const server = await serveFolder(options);
    const close = () => {
      running.splice(running.indexOf(closing), 1);
      return server.close();
    };
    const closing = { ...server, close };
    running.push(closing);
    return closing;
  }

  async function answers(uri: string): Promise<boolean> {
    const client = await connectTo(uri);
    const { ok } = await client.db('admin').command({ ping: 1 });
    await client.close();
    return ok === 1;
  }

  it('is accessible only to its owner, in a folder that other users cannot open', async () => {
    const folder = path.join(parent, 'data');
    mkdirSync(folder, { mode: 0o755 });
    const server = await serve({ folder });
    expect(server.socketPath).toBe(path.join(folder, 'database.sock'));
    expect([modeOf(folder), modeOf(server.socketPath)]).toEqual(['700', '600']);
    expect(await answers(server.uri)).toBe(true);
    await server.close();
    expect(existsSync(server.socketPath)).toBe(false);
  });

  const itAsRoot = isRoot ? it : it.skip;
  if (!isRoot) process.stderr.write('SKIPPED: connecting as another user, because only root can become another user\n');
  itAsRoot('refuses connections of other users', async () => {
    const server = await serve({ folder: path.join(parent, 'data') });
    const program = `require('node:net').connect(process.argv[1]).on('connect', () => process.exit(0)).on('error', (error) => { console.log(error.code); process.exit(1); })`;
    const connect = (uid: number) =>
      spawnSync(process.execPath, ['-e', program, server.socketPath], { uid, gid: uid, cwd: '/' });
    expect(connect(0).status).toBe(0);
    const other = connect(65_534);
    expect([other.status, other.stdout.toString().trim()]).toEqual([1, 'EACCES']);
    await server.close();
  });

  it('works if its path must be escaped in a URI', async () => {
    const folder = path.join(parent, 'Our Daten, für @Home');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'database.sock'), '');
    const server = await serve({ folder });
    expect(await answers(server.uri)).toBe(true);
    await server.close();
  });

  it.each([
    ['would be too long', 'long'.repeat(40)],
    ['has a percent sign, which drivers lose', '50%'],
  ])(
    'is in the temporary folder, always at the same path, if the path in the database folder %s',
    async (_why, name) => {
      const folder = path.join(parent, name);
      const first = await serve({ folder });
      expect(path.dirname(path.dirname(first.socketPath))).toBe(parent);
      expect(modeOf(path.dirname(first.socketPath))).toBe('700');
      expect(await answers(first.uri)).toBe(true);
      await first.close();
      expect(readdirSync(parent)).toEqual([path.basename(folder)]);
      const second = await serve({ folder });
      expect(second.uri).toBe(first.uri);
      await second.close();
    },
  );

  it('is not created if other users can access its folder inside the temporary folder', async () => {
    const folder = path.join(parent, 'long'.repeat(40));
    const first = await serve({ folder });
    await first.close();
    const own = path.dirname(first.socketPath);
    mkdirSync(own);
    chmodSync(own, 0o777);
    await expect(serve({ folder })).rejects.toThrow(
      `the folder ${own} must belong to the user who runs the database, and have mode 0700`,
    );
  });

  it('is not created if its path is too long even in the temporary folder', async () => {
    jest.spyOn(os, 'tmpdir').mockReturnValue(path.join(parent, 'temporary'.repeat(12)));
    const folder = path.join(parent, 'long'.repeat(40));
    await expect(serve({ folder })).rejects.toThrow('must have at most 103 bytes');
    jest.spyOn(os, 'tmpdir').mockReturnValue(parent);
    await (await serve({ folder })).close();
  });
});
