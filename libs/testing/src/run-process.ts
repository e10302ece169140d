import { spawn } from 'node:child_process';

export interface Ended {
  /** The exit code. Null if the program was ended by a signal that it does not handle. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningProcess {
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  kill(signal?: NodeJS.Signals): void;
}

export interface ProcessOptions {
  environment?: Record<string, string>;
  folder?: string;
  /** A text for the standard input of the program. The input ends after this text. */
  input?: string;
}

/** Starts a program as a separate process. */
export function startProcess(command: string, args: readonly string[], options: ProcessOptions = {}): RunningProcess {
  const { environment = {}, folder, input = '' } = options;
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment }, stdio: 'pipe' });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // The program may end before it has read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    }),
    kill: (signal = 'SIGINT') => void child.kill(signal),
  };
}

/** Runs a program to its end. */
export function runProcess(command: string, args: readonly string[], options?: ProcessOptions): Promise<Ended> {
  return startProcess(command, args, options).ended;
}
