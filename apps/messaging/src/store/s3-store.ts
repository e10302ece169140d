import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from './object-store';
import { type StepTimeout, stepTimeout } from './step-timeout';

export interface S3Options {
  /** The URL of the bucket. Keys are appended to it. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The time limit for the response to a request, and for each further chunk of an object, in milliseconds. */
  timeoutMs?: number;
}

/** Enough time to store the largest object, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Stores objects in a bucket of any S3-compatible service. */
export function s3Store({
  bucketUrl,
  region,
  accessKeyId,
  secretAccessKey,
  timeoutMs = TIMEOUT_MS,
}: S3Options): ObjectStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (key: string, init: { method: string; body?: Buffer; headers?: Record<string, string> }) => {
    const url = `${bucketUrl.replace(/\/+$/, '')}/${encodeURIComponent(key)}`;
    const body = init.body && new Uint8Array(init.body);
    const limit = stepTimeout(timeoutMs);
    const answer = await limit.waitFor(client.fetch(url, { ...init, body, signal: limit.signal }));
    if (!answer.ok && answer.status !== 404) {
      await answer.body?.cancel();
      throw new Error(`the object store answered ${answer.status} to ${init.method}`);
    }
    return { answer, limit };
  };
  return {
    put: async (key, bytes, contentType) => {
      const { answer } = await send(key, { method: 'PUT', body: bytes, headers: { 'content-type': contentType } });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error('the bucket of the object store does not exist');
    },
    get: async (key) => {
      const { answer, limit } = await send(key, { method: 'GET' });
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel();
        return undefined;
      }
      const length = answer.headers.get('content-length');
      return { body: streamOf(answer.body, limit), bytes: length === null ? undefined : Number(length) };
    },
    delete: async (key) => {
      const { answer } = await send(key, { method: 'DELETE' });
      await answer.body?.cancel();
    },
  };
}

/** Reads the bytes of an object. Only the time that S3 takes is limited, not the time of a slow reader. */
function streamOf(body: ReadableStream<Uint8Array>, limit: StepTimeout): Readable {
  const reader = body.getReader();
  const stream: Readable = new Readable({
    read: () => {
      limit.waitFor(reader.read()).then(
        ({ done, value }) => stream.push(done ? null : value),
        (error: Error) => stream.destroy(error),
      );
    },
    // Also runs if nothing was read. It frees the connection, and has no effect after the end or a failure.
    destroy: (error, destroyed) => {
      const end = () => destroyed(error);
      reader.cancel().then(end, end);
    },
  });
  return stream;
}
