import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from './open-database';

describe('the database of the console', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-open-database-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is at the address in the file that MONGODB_URI_FILE names', async () => {
    const file = path.join(folder, 'uri');
    await writeFile(file, 'mongodb://mongodb.example.com/\n');
    expect(await openDatabase({ KEYHAVEN_DATA: folder, MONGODB_URI_FILE: file })).toMatchObject({
      uri: 'mongodb://mongodb.example.com/',
      folder,
    });
  });

  it('cannot be opened if MONGODB_URI is empty', async () => {
    await expect(openDatabase({ KEYHAVEN_DATA: folder, MONGODB_URI: '' })).rejects.toThrow(
      'MONGODB_URI: expected an address that begins with mongodb://',
    );
  });

  it('cannot be opened in a folder without data', async () => {
    await expect(openDatabase({ KEYHAVEN_DATA: folder })).rejects.toThrow(`${folder} contains no data of Keyhaven`);
  });
});
