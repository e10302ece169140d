/**
 * `npm run dev` runs every service in its own process and watches the sources. After a change, it
 * rebuilds and restarts only the services whose bundle contains a changed file. It prints the logs
 * of the services in a readable form. If no Kafka broker can run on this machine, it runs the whole
 * platform in one process, and restarts this process after a change. With separate processes, a
 * change of the embedded database takes effect only after the next `npm run dev`.
 *
 * With `-- --inspect=booking`, that service (or the single process) accepts a debugger on port
 * 9229.
 */
import path from 'node:path';
import { type ServiceName, serviceNames, services } from '@keyhaven/contracts/platform/services';
import { makeDataFolder } from '@keyhaven/service/data-folder/data-folder';
import { demoTarget, startDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { startChild } from '../processes/child';
import { ProcessTree } from '../processes/process-tree';
import { startPlatformProcesses } from '../processes/start-platform';
import { supervise } from '../processes/supervise';
import { BuiltUnit } from './built-unit';
import { formatLog } from './format-log';
import { unitsToRebuild } from './units-to-rebuild';
import { watchSources } from './watch-sources';

const root = path.resolve(__dirname, '../..');
const folder = path.resolve(process.env.KEYHAVEN_DATA ?? path.join(root, '.keyhaven/dev'));
const port = process.env.PORT ?? String(services.gateway.port);
const SOURCES = ['apps', 'libs', 'tools'];
const inspected = process.argv.find((argument) => argument.startsWith('--inspect='))?.slice('--inspect='.length);

const tree = new ProcessTree();
const report = (line: string) => console.log(`  ${line}`);
const onLog = (process_: string, line: string) => console.log(formatLog(line, process_, process.stdout.isTTY));

/** A way to run the platform. `start` starts its programs, and returns a function that restarts one of them. */
interface Mode {
  programs: readonly string[];
  /** The programs that are built at the start, and not again after changes. */
  unwatched: readonly string[];
  start(): Promise<(program: string) => Promise<void>>;
}

const inProcesses: Mode = {
  programs: serviceNames,
  unwatched: ['embedded-mongo'],
  start: async () => {
    const nodeOptionsOf = (name: string) => (name === inspected ? ['--inspect'] : []);
    const options = { tree, folder, port, replicasOf: () => 1, nodeOptionsOf, report, onLog };
    const platform = await startPlatformProcesses(options);
    if (process.env.KEYHAVEN_DEMO !== 'off') {
      await startDemo(demoTarget(platform.urls, platform.sign), folder, platform.url, process.stdout);
    }
    return (name) => platform.restart(name as ServiceName);
  },
};

const inOneProcess: Mode = {
  programs: ['standalone'],
  unwatched: [],
  start: async () => {
    const name = 'standalone';
    const program = path.join(root, 'dist/apps/standalone/main.js');
    const settings = { KEYHAVEN_DATA: folder, PORT: port, LOG_FILE: '-' };
    const onLine = (line: string) => onLog(name, line);
    const nodeOptions = inspected ? ['--inspect'] : [];
    const ready = /Keyhaven is ready at/;
    const start = () => startChild({ name, program, settings, ready, nodeOptions, folder, onLine });
    const supervised = await tree.start(() => supervise(name, start, report));
    return () => supervised.restart();
  },
};

async function chooseMode(): Promise<Mode> {
  const { missingForKafka } = await import('../kafka/fetch-kafka.mjs');
  const missing = process.env.KAFKA_BROKERS ? undefined : missingForKafka();
  if (missing === undefined) return inProcesses;
  console.log(`All services run in one process, which every change restarts, because ${missing}.`);
  return inOneProcess;
}

async function buildAndStart(mode: Mode) {
  // Build the unwatched programs first, because `bundle` stops esbuild, which rebuilds the other programs later.
  const { bundle } = await import('../build/bundle.mjs');
  for (const name of mode.unwatched) await bundle(name);
  const units = await Promise.all(mode.programs.map((name) => BuiltUnit.create(name)));
  return { units, restart: await mode.start() };
}

function end(error: unknown): void {
  void tree.end(`Keyhaven cannot go on: ${error instanceof Error ? error.message : String(error)}`, 1);
}

async function main(): Promise<void> {
  console.log(`Starting Keyhaven for development; data and logs are in ${folder}`);
  await makeDataFolder(folder);
  const mode = await chooseMode();
  const started = buildAndStart(mode);
  // Watch the sources before the start has finished, so that no change is missed. Changes are handled after the start.
  watchSources(root, SOURCES, async (changed) => {
    try {
      const { units, restart } = await started;
      await Promise.all(
        unitsToRebuild(units, changed).map(async (unit) => {
          if (!(await unit.rebuild())) return;
          report(`${unit.name} changed and restarts`);
          await restart(unit.name);
        }),
      );
    } catch (error) {
      end(error);
    }
  });
  await started;
  console.log('Watching apps, libs and tools. Ctrl-C ends everything.');
}

tree.endOnSignals();
main().catch(end);
