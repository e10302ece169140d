// The watcher that end-with-parent.mjs starts. It reads lines from its parent: `PID` for a process that started and
// `-PID` for one that ended. Its input ends when the parent ends. It then kills the remaining processes and exits.
import { createInterface } from 'node:readline';

// A service manager may send the signal to every process. Ignore it, because the parent stops the others in order.
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
