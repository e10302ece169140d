import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { mongo } from 'mongoose';
import { rawDocuments } from './raw-documents';

const documents = [{ _id: 1 }, { _id: 2, name: 'city tax' }];
const bytes = Buffer.concat(documents.map((document) => mongo.BSON.serialize(document)));

describe('rawDocuments', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-raw-documents-'));
    file = path.join(folder, 'taxes.bson.gz');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read() {
    const found = [];
    for await (const document of rawDocuments(file)) found.push(mongo.BSON.deserialize(document));
    return found;
  }

  it('returns each document of a file', async () => {
    await writeFile(file, gzipSync(bytes));
    expect(await read()).toEqual(documents);
  });

  it('fails with an error that can be caught if the file is missing', async () => {
    await expect(read()).rejects.toThrow('ENOENT');
  });

  it('fails if the file is cut off', async () => {
    await writeFile(file, gzipSync(bytes).subarray(0, -12));
    await expect(read()).rejects.toThrow('unexpected end of file');
    await writeFile(file, gzipSync(bytes.subarray(0, -1)));
    await expect(read()).rejects.toThrow('ends within a document');
  });
});
