import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A process of the platform. */
export interface Child {
  name: string;
  pid: number;
  /** The match of the regular expression `ready` in the output of the process. */
  ready: RegExpExecArray;
  stop(): Promise<void>;
  /** Resolves with the exit code when the process ends for any reason (null if a signal ended it). */
  ended: Promise<number | null>;
}

export interface ChildOptions {
  name: string;
  /** The path of the bundle that the process runs. */
  program: string;
  settings: Record<string, string>;
  /** Matches the text that the process prints when it is ready. */
  ready: RegExp;
  /** Command-line options of node. */
  nodeOptions?: readonly string[];
  /** The folder of the log file, which is NAME.log. */
  folder: string;
  /** Receives every line that the process prints. */
  onLine?: (line: string) => void;
}

/**
 * Starts a bundled program and waits until its output matches `ready`. The program is killed when this process ends.
 * @throws Error with the name of the log file, if the program ends before its output matches.
 */
export async function startChild({
  name,
  program,
  settings,
  ready,
  nodeOptions = [],
  folder,
  onLine,
}: ChildOptions): Promise<Child> {
  // The code of the Kafka broker imports the same module, so one watcher process kills the services
  // and the broker.
  const { endWithParent } = await import('./children/end-with-parent.mjs');
  const logFile = path.join(folder, `${name}.log`);
  const log = createWriteStream(logFile, { flags: 'a' });
  const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', ...nodeOptions, program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C must reach only this process, which stops the others in order.
    detached: true,
  });
  endWithParent(child);
  if (onLine) for (const stream of [child.stdout!, child.stderr!]) createInterface(stream).on('line', onLine);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    let printed = '';
    let isReady = false;
    const read = (chunk: Buffer) => {
      log.write(chunk);
      if (isReady) return;
      printed += chunk.toString();
      const found = ready.exec(printed);
      isReady = found !== null;
      if (found) resolve(found);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    void ended.then((code) => reject(new Error(`${name} ended with ${code}; see ${logFile}`)));
  });
  return {
    name,
    pid: child.pid!,
    ready: match,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
