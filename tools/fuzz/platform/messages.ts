import type { UpstreamUrls } from '@keyhaven/gateway/routing/upstreams';

/** What the fuzzer sends to the process of its platform. */
export type Command = 'memory' | 'stop';

/** The memory of the platform's process after a garbage collection, in bytes. */
export interface Memory {
  /** Objects of JavaScript, without those of the database, which has a thread of its own. */
  heapUsed: number;
  arrayBuffers: number;
  /** The whole process, with the database's thread and the pages of its files in memory. */
  rss: number;
}

/** What the process of the platform sends back. */
export type Reply = { kind: 'ready'; url: string; services: UpstreamUrls } | ({ kind: 'memory' } & Memory);
