import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Samples } from '@keyhaven/api-docs/samples/request';
import { startLineProcess } from './line-process';

export type Language = keyof Samples;

export interface SampleResult {
  status: number;
  headers: Headers;
  text: string;
  /** Only for curl: the statuses of all responses, because a command may call curl several times. */
  statuses?: number[];
  /** The text that the sample printed. */
  printed: string;
  /** The error with which the sample ended; undefined if it succeeded. */
  error?: string;
}

/** A process that runs samples of one language. */
export interface SampleRunner {
  run: (code: string) => Promise<SampleResult>;
  close: () => Promise<void>;
}

interface ReportedResult extends Omit<SampleResult, 'headers'> {
  headers: [string, string][];
}

/** Starts an interpreter of TypeScript or Python, which prints each result as JSON. */
function startInterpreter(command: string, program: string, env: NodeJS.ProcessEnv): SampleRunner {
  const { ask, close } = startLineProcess(command, [path.join(__dirname, program)], env);
  return {
    close,
    run: async (code) => {
      const result = JSON.parse(await ask(JSON.stringify({ code }))) as ReportedResult;
      if (result.status === undefined) throw new Error(`${command}: the sample sent no request: ${result.error}`);
      return { ...result, headers: new Headers(result.headers) };
    },
  };
}

/** Starts a shell in which curl stores the responses in files. */
function startShell(env: NodeJS.ProcessEnv): SampleRunner {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-curl-'));
  const { ask, close } = startLineProcess('bash', [path.join(__dirname, 'run-curl.sh'), folder], env);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  return {
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
    run: async (code) => {
      const exitCode = await ask(Buffer.from(code).toString('base64'));
      const [first = '', ...lines] = read('headers').trim().split('\r\n');
      const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
      const statuses = read('statuses')
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[1]));
      const text = read('body');
      const error = exitCode === '0' ? undefined : `curl ended with ${exitCode}`;
      return {
        status: Number(first.split(' ')[1]),
        headers: new Headers(headers),
        text,
        printed: text,
        statuses,
        error,
      };
    },
  };
}

export const startRunner: Record<Language, (env: NodeJS.ProcessEnv) => SampleRunner> = {
  curl: startShell,
  typescript: (env) => startInterpreter(process.execPath, 'run-typescript.mjs', env),
  python: (env) => startInterpreter('python3', 'run_python.py', env),
};

/** Whether this machine has the programs for a language. */
export function canRun(language: Language): boolean {
  const programs = { curl: ['bash', 'curl'], typescript: [], python: ['python3'] }[language];
  return programs.every((program) => spawnSync(program, ['--version']).status === 0);
}
