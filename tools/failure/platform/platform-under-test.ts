import path from 'node:path';
import type { PlatformProcess } from '../../processes/kept-processes';
import type { ProcessTree } from '../../processes/process-tree';
import { type RunningProcesses, startPlatformProcesses } from '../../processes/start-platform';
import { Faults, preload } from '../faults/faults';

/** All services as separate processes, with an embedded database and a Kafka broker of their own. */
export interface PlatformUnderTest extends Pick<RunningProcesses, 'url' | 'urls' | 'sign' | 'processes'> {
  faults: Faults;
  /** @throws Error if there is no such process. */
  process(name: string): PlatformProcess;
  /** Prevents a process from being restarted until the returned function is called. */
  keepAway(process: string): () => void;
  /** The names of processes that ended with an exit code, without being killed. A name occurs once for each end. */
  ended: readonly string[];
  /** The number of log lines of all services that contain a text. */
  logged(text: keyof typeof logTexts): number;
}

/** The texts whose occurrences in the logs of services are counted. */
const logTexts = {
  'wrong clock': '"event":"clock_differs"',
  'dead letter': 'an event can never be handled',
};

/** The number of processes of each service that has several. All other services have one process. */
const REPLICAS: Partial<Record<string, number>> = { booking: 2, webhook: 2 };

export async function startPlatformUnderTest(tree: ProcessTree, folder: string): Promise<PlatformUnderTest> {
  const faults = new Faults(path.join(folder, 'faults'));
  // Ignore MONGODB_URI and KAFKA_BROKERS, because the test starts its own database and broker. Allow deliveries to this
  // machine, where the receiver runs.
  delete process.env.MONGODB_URI;
  delete process.env.KAFKA_BROKERS;
  Object.assign(process.env, faults.environment, { WEBHOOK_ALLOW: '127.0.0.1/32' });
  const { freePorts } = await import('../../processes/children/free-ports.mjs');
  const [port] = await freePorts(1);
  const away = new Map<string, Promise<void>>();
  const ended: string[] = [];
  const counts = { 'wrong clock': 0, 'dead letter': 0 };
  const platform = await startPlatformProcesses({
    tree,
    folder,
    port: String(port),
    replicasOf: (name) => REPLICAS[name] ?? 1,
    nodeOptionsOf: (_name, label) => [`--title=${label}`, '--require', preload],
    mayStartAgain: (label) => away.get(label) ?? Promise.resolve(),
    report: (line) => {
      const [, name] = /^(\S+) ended with \d+ /.exec(line) ?? [];
      if (name !== undefined) ended.push(name);
    },
    onLog: (_label, line) => {
      if (line.includes(logTexts['wrong clock'])) counts['wrong clock'] += 1;
      if (line.includes(logTexts['dead letter'])) counts['dead letter'] += 1;
    },
  });
  const { url, urls, sign, processes } = platform;
  return {
    url,
    urls,
    sign,
    processes,
    faults,
    ended,
    logged: (text) => counts[text],
    process: (name) => {
      const found = processes.find((one) => one.name === name);
      if (!found) throw new Error(`there is no process ${name}`);
      return found;
    },
    keepAway: (name) => {
      let comeBack = () => {};
      away.set(name, new Promise<void>((resolve) => (comeBack = resolve)));
      return () => {
        away.delete(name);
        comeBack();
      };
    },
  };
}
