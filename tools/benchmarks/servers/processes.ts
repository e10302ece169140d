import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { type Child, startChild } from '../../processes/child';
import type { Bench } from '../harness/bench';
import { demo } from './standalone';

/** Starts a process that all benchmarks of the run share. It stops at the end of the run. */
export async function startShared(
  bench: Bench,
  name: string,
  program: string,
  settings: Record<string, string>,
  ready: RegExp,
): Promise<Child> {
  const started = () => startChild({ name, program, settings, ready, folder: bench.folder });
  return bench.share(started);
}

/** Starts a server that responds to every request with these bytes from memory. @returns its address. */
export async function startMemoryServer(bench: Bench, name: string, bytes: Buffer): Promise<string> {
  const file = path.join(bench.folder, `${name}.json`);
  await writeFile(file, bytes);
  const program = path.join(__dirname, 'memory-server.cjs');
  const { ready } = await startShared(bench, name, program, { BYTES_FILE: file }, /ready at (\S+)/);
  return ready[1]!;
}

/** Starts a gateway as a separate process in front of the demo platform's services. @returns its address. */
export async function startGateway(bench: Bench, name: string, other: Record<string, string> = {}): Promise<string> {
  const { bundle } = await import('../../build/bundle.mjs');
  const { standalone } = await bench.share(demo);
  const urls = { ...(await standalone.urls()), ...other } as Record<string, string>;
  const keyFile = path.join(bench.folder, 'gateway-key.json');
  await writeFile(keyFile, JSON.stringify((await standalone.keys()).gateway!.privateKey));
  const settings = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    INTERNAL_SIGNING_KEY_FILE: keyFile,
    RATE_LIMIT_PER_MINUTE: '10000000',
    ...Object.fromEntries(dataServiceNames.map((service) => [urlSetting(service), urls[service]!])),
  };
  const program = path.join(await bundle('gateway'), 'main.js');
  const ready = /"operations":"(?:http:\/\/[^"]+)"[^]*"url":"(http:\/\/[^"]+)"/;
  return (await startShared(bench, name, program, settings, ready)).ready[1]!;
}

/** Starts the embedded database as a separate process, with its data in a folder called `name`. */
export async function startEmbedded(bench: Bench, name: string): Promise<{ uri: string; pid: number }> {
  const { bundle } = await import('../../build/bundle.mjs');
  const program = path.join(await bundle('embedded-mongo'), 'main.js');
  const settings = { KEYHAVEN_DATA: path.join(bench.folder, name) };
  const { ready, pid } = await startShared(bench, name, program, settings, /(mongodb:\/\/\S+)\s/);
  return { uri: ready[1]!, pid };
}
