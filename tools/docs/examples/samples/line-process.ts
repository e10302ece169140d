import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that reads lines and prints one line as the reply to each. */
export interface LineProcess {
  /** Sends a line and returns the reply. Only one call at a time is allowed. */
  ask: (line: string) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * Starts a program that reads and prints lines. If the program ends early, `ask` fails with an
 * error that contains the standard error of the program.
 */
export function startLineProcess(command: string, options: string[], env: NodeJS.ProcessEnv): LineProcess {
  const child: ChildProcess = spawn(command, options, { env: { ...process.env, ...env } });
  let complaints = '';
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin!.write(`${line}\n`);
      const next = await lines.next();
      if (next.done === true) throw new Error(`${command} ended: ${complaints}`);
      return next.value;
    },
    close: () => {
      child.stdin!.end();
      return ended;
    },
  };
}
