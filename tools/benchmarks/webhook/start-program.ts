import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const children: ChildProcess[] = [];
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

export interface Program {
  /** The match of the output that says it is ready. */
  ready: RegExpExecArray;
  /** The processor time that it has used, in milliseconds; undefined where the system has no /proc. */
  cpuMs(): Promise<number | undefined>;
}

/** Starts a program and waits for the output that says it is ready. */
export async function startProgram(
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = ready.exec(output);
      if (found) resolve(found);
    });
  });
  return { ready: match, cpuMs: () => readCpuMs(child.pid!) };
}

/** Ends the programs that were started. */
export function endPrograms(): void {
  for (const child of children) child.kill();
}

async function readCpuMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The fields behind the name, which ends with the last parenthesis; times in user and kernel mode are the 12th and 13th.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
