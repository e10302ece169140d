import crypto, { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Terminal } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';
import { readSettings, writeSettings } from './settings';

let folder: string;
let file: string;
let terminal: Terminal;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-settings-'));
  file = path.join(folder, 'config.json');
  const environment = { KEYHAVEN_CONFIG: file };
  terminal = { print() {}, note() {}, isJson: false, environment, signal: new AbortController().signal };
});
afterEach(() => {
  jest.restoreAllMocks();
  return rm(folder, { recursive: true });
});

const settings = { url: 'https://keyhaven.example.com', email: 'ida@example.com', token: 'pt_1' };

describe('the settings of the command line', () => {
  it('are stored in a file that only its owner can read, and replace the previous settings', async () => {
    await writeSettings({ token: 'at_old' }, terminal);
    await writeSettings(settings, terminal);
    expect(await readSettings({}, terminal)).toEqual(settings);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['config.json']);
  });

  it('are not written through a symbolic link that another user has created', async () => {
    const target = path.join(folder, 'of-another-user');
    await writeFile(target, 'theirs');
    // Another user can hardly guess the name of the temporary file. Here the name is known.
    const id = randomUUID();
    jest.spyOn(crypto, 'randomUUID').mockReturnValueOnce(id);
    await symlink(target, `${file}.${id}`);
    await expect(writeSettings(settings, terminal)).rejects.toThrow('EEXIST');
    expect(await readFile(target, 'utf8')).toBe('theirs');
  });

  it('leave no temporary file with the token if the settings cannot be stored', async () => {
    await mkdir(file);
    await expect(writeSettings(settings, terminal)).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['config.json']);
  });

  it.each(['null', '[]', '"text"', '{"token":5}', 'not JSON'])(
    'are refused if the stored file contains %s',
    async (text) => {
      await writeFile(file, text, { mode: 0o600 });
      const failing = readSettings({}, terminal);
      await expect(failing).rejects.toThrow(UsageError);
      await expect(failing).rejects.toThrow(`${file} does not contain settings; delete it and run keyhaven login`);
    },
  );
});
