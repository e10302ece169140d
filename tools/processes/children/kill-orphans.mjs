// The watcher that end-with-parent.mjs starts. It reads lines from its parent: `PID` for each process that has started,
// and `-PID` for each process that has ended. When the parent ends, the input ends. The watcher then kills the
// remaining processes and exits.
import { createInterface } from 'node:readline';

// Ignore signals, which a service manager may send to every process. The parent stops all processes in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const living = new Set();
for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('-')) living.delete(Number(line.slice(1)));
  else living.add(Number(line));
}
for (const pid of living) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
