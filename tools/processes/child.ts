import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A process of the platform. */
export interface Child {
  name: string;
  pid: number;
  /** The match of `ready` in its output. */
  ready: RegExpExecArray;
  stop(): Promise<void>;
  /** Resolves with the exit code when it ends for any reason (null after a signal). */
  ended: Promise<number | null>;
}

export interface ChildOptions {
  name: string;
  /** The path of its bundle. */
  program: string;
  settings: Record<string, string>;
  /** Matches its output once it is ready. */
  ready: RegExp;
  /** Command-line options of node. */
  nodeOptions?: readonly string[];
  /** The folder of its log, NAME.log. */
  folder: string;
  /** Receives every line that it prints. */
  onLine?: (line: string) => void;
}

/**
 * Starts a bundled program and waits until its output matches `ready`. It is killed when this process ends.
 * @throws Error that names the log file if it ends before that.
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
  // The Kafka broker uses the same module, so one watcher serves both.
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
