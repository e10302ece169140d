import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readJson } from '@keyhaven/service/data-folder/data-folder';
import type { Bench } from '../harness/bench';
import { HttpClient } from '../harness/http-client';

const root = path.resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
/** The arguments with which `npm start` runs Node: its options, the program and the task. */
const START = scripts.start.split(' ').slice(1);
/** Matches the last line that `npm start` prints. */
const LOADED = /Ctrl-C stops Keyhaven/;
const POLL_MS = 10;
/** How many times to read the log for the addresses of the services before giving up. */
const LOG_ATTEMPTS = 50;

/** How long a start took, in seconds. */
export interface StartTimes {
  answersS: number;
  loadedS: number;
}

type DemoFile = { account: { userId: number; accessToken: string } };
type IssuerKeys = Awaited<ReturnType<typeof makeIssuerKeys>>;

/** The platform in one process with the demo data, started as `npm start` starts it. */
export class Standalone {
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #output = '';
  #clients: HttpClient[] = [];
  url = '';
  userId = 0;
  /** Sends requests through the gateway, as the demo account. */
  api!: HttpClient;

  /** @param settings environment variables in addition to those of this process. */
  constructor(
    readonly folder: string,
    private readonly settings: Record<string, string> = {},
  ) {}

  get pid(): number {
    return this.#child!.pid!;
  }

  get databaseUri(): string {
    return `mongodb://${encodeURIComponent(path.join(this.folder, 'database/database.sock'))}`;
  }

  /** Starts the platform and waits until the demo data are loaded. */
  async start(): Promise<StartTimes> {
    const began = performance.now();
    this.#output = '';
    const child = spawn(process.execPath, START, {
      cwd: root,
      env: {
        ...process.env,
        KEYHAVEN_DATA: this.folder,
        PORT: '0',
        OPERATIONS_PORT: '0',
        // One client sends all requests, so the rate limit of an account must not apply.
        RATE_LIMIT_PER_MINUTE: '10000000',
        WEBHOOK_ALLOW: '127.0.0.1/32',
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    void this.#ended.then(() => process.off('exit', kill));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    this.url = (await this.#printed(/is ready at (\S+)/))[1]!;
    const [, accessToken] = await this.#printed(/(at_[\w-]+)/);
    this.api = this.#client(this.url, () => Promise.resolve(`Bearer ${accessToken}`));
    await this.api.run('GET', '/v2/users/me');
    const answersS = (performance.now() - began) / 1000;
    await this.#printed(LOADED);
    const loadedS = (performance.now() - began) / 1000;
    this.userId = (await readJson<DemoFile>(this.folder, 'demo.json'))!.account.userId;
    return { answersS, loadedS };
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.stop()));
    this.#child?.kill(signal);
    await this.#ended;
  }

  /**
   * Returns a client that sends requests directly to a service. The requests are for the account
   * with the given id, by default the demo account.
   */
  async service(name: DataServiceName, accountId = this.userId): Promise<HttpClient> {
    const sign = await this.signerOf('gateway');
    const request = { audience: name, scope: 'full', accountId, credentialId: 'benchmark' } as const;
    return this.#client((await this.urls())[name], async () => `Bearer ${await sign(request)}`);
  }

  /** Returns a client that sends requests to the gateway at the given URL, as the demo account. */
  async through(url: string): Promise<HttpClient> {
    const { account } = (await readJson<DemoFile>(this.folder, 'demo.json'))!;
    return this.#client(url, () => Promise.resolve(`Bearer ${account.accessToken}`));
  }

  async signerOf(issuer: string): Promise<TokenSigner> {
    return createTokenSigner(issuer, (await this.keys())[issuer]!.privateKey);
  }

  async keys(): Promise<Record<string, IssuerKeys>> {
    return (await readJson<Record<string, IssuerKeys>>(this.folder, 'keys.json'))!;
  }

  /** The addresses of the services. They appear in the log shortly after the start. */
  async urls(): Promise<Record<DataServiceName, string>> {
    for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
      const urls: Record<string, string> = {};
      for await (const line of createInterface(createReadStream(path.join(this.folder, 'keyhaven.log')))) {
        const [, service, url] = /"service":"(\w+)","url":"([^"]+)","msg":"listening"/.exec(line) ?? [];
        if (service && url) urls[service] = url;
      }
      // The log may contain addresses of earlier starts. The gateway starts last. So if the log has
      // the current address of the gateway, all addresses are from this start.
      if (urls.gateway === this.url) return urls;
      await sleep(100);
    }
    throw new Error(`the log in ${this.folder} does not have the addresses of the services`);
  }

  #client(url: string, authorization: () => Promise<string>): HttpClient {
    const client = new HttpClient(url, authorization);
    this.#clients.push(client);
    return client;
  }

  async #printed(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.#ended.then(() => 'ended' as const);
    for (;;) {
      const found = pattern.exec(this.#output);
      if (found) return found;
      if ((await Promise.race([ended, sleep(POLL_MS)])) === 'ended') {
        throw new Error(`the platform ended before it printed ${pattern.source}: ${this.#output}`);
      }
    }
  }
}

/** The platform that all benchmarks share. */
export interface Demo {
  standalone: Standalone;
  /**
   * How long the first start took, including the time to bundle the program. Undefined if
   * BENCH_DEMO names existing data.
   */
  firstStart: StartTimes | undefined;
  stop(): Promise<void>;
}

/** Starts the platform with a new data folder, or with a copy of the folder that BENCH_DEMO names. */
export async function demo(bench: Bench): Promise<Demo> {
  const standalone = new Standalone(path.join(bench.folder, 'demo'));
  const loaded = process.env.BENCH_DEMO;
  if (loaded) await cp(loaded, standalone.folder, { recursive: true, filter: (file) => !/\.(sock|log)$/.test(file) });
  else await rm(path.join(root, 'dist/apps/standalone'), { recursive: true, force: true });
  const times = await standalone.start();
  return { standalone, firstStart: loaded ? undefined : times, stop: () => standalone.stop() };
}
