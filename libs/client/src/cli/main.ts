import { VERSION } from '@keyhaven/contracts/platform/version';
import { run } from './program';
import type { Terminal } from './terminal/terminal';

const ending = new AbortController();
const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  isJson: false,
  environment: process.env,
  signal: ending.signal,
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A second signal of the same kind ends the program in the default way, without waiting for the command.
  process.once(signal, () => ending.abort());
}
// End without an error when the reader of a pipe exits, such as `head` in `keyhaven logs | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void run(VERSION, process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
});
