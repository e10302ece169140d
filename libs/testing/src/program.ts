import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(__dirname, '../../..');
/** How many characters of a program's output are kept. */
const MAX_OUTPUT = 10_000_000;

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program for a child process, once per test file.
 * @param entry the path of the program from the root of the workspace.
 */
export function bundleProgram(entry: string): Promise<string> {
  let bundled = bundles.get(entry);
  if (!bundled) {
    bundled = bundle(entry);
    bundles.set(entry, bundled);
  }
  return bundled;
}

async function bundle(entry: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-program-'));
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: path.join(folder, 'bundle.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    tsconfig: 'tsconfig.base.json',
    // One small file loads twice as fast as separate packages, and tests start hundreds of programs.
    minify: true,
    keepNames: true,
    // argon2 contains native code, which cannot be bundled.
    external: ['argon2'],
    logLevel: 'error',
  });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const program = path.join(folder, 'program.cjs');
  await copyFile(path.join(__dirname, 'run-cached.cjs'), program);
  return program;
}

/** A program that runs as a separate process. */
export interface Program {
  /** The match of the regular expression `ready` in the line that the program printed. */
  ready: RegExpExecArray;
  child: ChildProcess;
  /** Kills the program (SIGKILL). Resolves when it has ended. */
  kill(): Promise<void>;
  /** Asks the program to stop (SIGTERM). Resolves with its exit code. */
  stop(): Promise<number | null>;
  /** The output so far. Only the last 10 million characters are kept. */
  output(): string;
}

/**
 * Starts a program and waits until it prints a line that matches `ready`.
 * @throws Error with the program's output if the program ends before it prints such a line.
 */
export async function startProgram(file: string, environment: Record<string, string>, ready: RegExp): Promise<Program> {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    env: { ...process.env, NODE_PATH: path.join(root, 'node_modules'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isReady = false;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT);
      if (isReady) return;
      const found = ready.exec(output);
      if (!found) return;
      isReady = true;
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`${file} ended with ${code} before it was ready: ${output}`)));
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    ready: match,
    child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    output: () => output,
  };
}
