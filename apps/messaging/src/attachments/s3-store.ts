import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from './object-store';

export interface S3Options {
  /** The bucket's address: objects are below it. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long an object may take on its way, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Objects in a bucket of any service that speaks S3. */
export function s3Store({ bucketUrl, region, accessKeyId, secretAccessKey }: S3Options): ObjectStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (key: string, init: { method: string; body?: Buffer; headers?: Record<string, string> }) => {
    const url = `${bucketUrl.replace(/\/+$/, '')}/${encodeURIComponent(key)}`;
    const body = init.body && new Uint8Array(init.body);
    const answer = await client.fetch(url, { ...init, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok && answer.status !== 404) {
      await answer.body?.cancel();
      throw new Error(`the object store answered ${answer.status} to ${init.method}`);
    }
    return answer;
  };
  return {
    put: async (key, bytes, contentType) => {
      const answer = await send(key, { method: 'PUT', body: bytes, headers: { 'content-type': contentType } });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error('the bucket of the object store does not exist');
    },
    get: async (key) => {
      const answer = await send(key, { method: 'GET' });
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel();
        return undefined;
      }
      const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
      const length = answer.headers.get('content-length');
      return { body, bytes: length === null ? undefined : Number(length) };
    },
    delete: async (key) => {
      const answer = await send(key, { method: 'DELETE' });
      await answer.body?.cancel();
    },
  };
}
