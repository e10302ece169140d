import type { UpstreamUrls } from '@keyhaven/gateway/routing/upstreams';

/** The commands that the fuzzer sends to the process of its platform. */
export type Command = 'memory' | 'stop';

/** The memory of the platform's process after a garbage collection, in bytes. */
export interface Memory {
  /** The heap of the main thread. The database runs in a thread with a separate heap. */
  heapUsed: number;
  arrayBuffers: number;
  /** The memory of the whole process, including the thread of the database and cached pages of the database files. */
  rss: number;
}

/** The replies of the process of the platform. */
export type Reply = { kind: 'ready'; url: string; services: UpstreamUrls } | ({ kind: 'memory' } & Memory);
