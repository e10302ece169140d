import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openPlatform } from './open-platform';

describe('openPlatform', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-open-platform-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads the addresses from the files that MONGODB_URI_FILE and S3_BUCKET_URL_FILE name', async () => {
    await writeFile(path.join(folder, 'uri'), 'mongodb://mongodb.example.com/\n');
    await writeFile(path.join(folder, 'bucket'), 'https://s3.example.com/attachments\n');
    const platform = await openPlatform({
      KEYHAVEN_DATA: folder,
      MONGODB_URI_FILE: path.join(folder, 'uri'),
      S3_BUCKET_URL_FILE: path.join(folder, 'bucket'),
    });
    expect(platform).toMatchObject({ uri: 'mongodb://mongodb.example.com/', attachmentsFolder: undefined });
  });

  it('expects the attachments in KEYHAVEN_DATA unless ATTACHMENTS_FOLDER is set', async () => {
    const settings = { KEYHAVEN_DATA: folder, MONGODB_URI: 'mongodb://mongodb.example.com/' };
    expect(await openPlatform(settings)).toMatchObject({ attachmentsFolder: path.join(folder, 'attachments') });
    expect(await openPlatform({ ...settings, ATTACHMENTS_FOLDER: '/srv/attachments' })).toMatchObject({
      attachmentsFolder: '/srv/attachments',
    });
  });

  it.each([
    ['an empty MONGODB_URI', { MONGODB_URI: '' }, 'MONGODB_URI: expected an address that begins with mongodb://'],
    ['a file that does not exist', { MONGODB_URI_FILE: '/none' }, 'MONGODB_URI_FILE cannot be read: ENOENT'],
  ])('fails instead of opening the embedded database if the settings have %s', async (_, settings, message) => {
    await expect(openPlatform({ KEYHAVEN_DATA: folder, ...settings })).rejects.toThrow(message);
  });
});
