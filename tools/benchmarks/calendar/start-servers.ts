import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner } from '@keyhaven/service/auth/token-signer';
import { build } from 'esbuild';
import { startChild } from '../../processes/child';

const root = path.resolve(__dirname, '../../..');

/** A server that the benchmark measures. */
export interface Server {
  url: string;
  pid: number;
}

/** The servers that the benchmark measures. */
export interface Servers {
  pricing: Server;
  /** The URL that receives the events of other services for pricing. */
  publishUrl: string;
  /** The Authorization header. */
  asAccount(userId: number): Promise<string>;
  asOperator(): Promise<string>;
  /** A server that answers these bytes. */
  startMemoryServer(bytes: Buffer): Promise<Server>;
  stop(): Promise<void>;
}

/** Starts a database, unless MONGODB_URI names one, and the pricing service, each as a process of its own. */
export async function startServers(): Promise<Servers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-benchmark-'));
  const running: { stop(): Promise<unknown> }[] = [];
  const start = async (name: string, program: string, environment: Record<string, string>, ready: RegExp) => {
    // The bundles are outside the repository, and find their packages in it.
    const settings = { NODE_PATH: path.join(root, 'node_modules'), ...environment };
    const child = await startChild({ name, program, settings, ready, folder });
    running.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of running.reverse()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const database =
      process.env.MONGODB_URI ??
      (
        await start(
          'database',
          await bundled('libs/embedded-mongo/src/main.ts', folder, 'database'),
          { KEYHAVEN_DATA: folder },
          /(mongodb:\/\/\S+)\s/,
        )
      ).ready[1]!;
    const keys = await makeIssuerKeys('benchmark');
    const keysFile = path.join(folder, 'keys.json');
    await writeFile(keysFile, JSON.stringify([keys.publicKey]));
    const signingKeyFile = path.join(folder, 'signing-key.json');
    await writeFile(signingKeyFile, JSON.stringify(keys.privateKey));
    const sign = await createTokenSigner('benchmark', keys.privateKey);
    const pricing = await start(
      'pricing',
      await bundled('apps/pricing/src/testing/pricing-process.ts', folder, 'pricing'),
      {
        KEYS_FILE: keysFile,
        SIGNING_KEY_FILE: signingKeyFile,
        DATABASE_URI: database,
        DATABASE_PREFIX: `benchmark_${Date.now()}_`,
      },
      /ready at (\S+) (\S+)\n/,
    );
    return {
      pricing: { url: pricing.ready[1]!, pid: pricing.pid },
      publishUrl: pricing.ready[2]!,
      asAccount: async (accountId) =>
        `Bearer ${await sign({ audience: 'pricing', scope: 'full', accountId, credentialId: 'benchmark' })}`,
      asOperator: async () => `Bearer ${await sign({ audience: 'pricing', scope: 'service' })}`,
      startMemoryServer: async (bytes) => {
        const file = path.join(folder, 'answer.json');
        await writeFile(file, bytes);
        const server = path.join(__dirname, 'memory-server.cjs');
        const { ready, pid } = await start('memory', server, { BYTES_FILE: file }, /ready at (\S+)/);
        return { url: ready[1]!, pid };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Bundles a program into the folder and returns its file. */
async function bundled(entry: string, folder: string, name: string): Promise<string> {
  const outfile = path.join(folder, `${name}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    tsconfig: 'tsconfig.base.json',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}
