import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Splits a compressed file into BSON documents. Each document begins with its length in bytes. */
export async function* rawDocuments(file: string): AsyncGenerator<Buffer> {
  // If the file cannot be read, `pipeline` destroys the unzipped stream with this error, so the loop throws it.
  const unzipped = pipeline(createReadStream(file), createGunzip(), () => {});
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of unzipped as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document`);
}
