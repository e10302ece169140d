// The program that end-with-parent.mjs starts. It reads lines from its parent: `PID` for a process that started, `-PID`
// for one that ended. When its input ends because the parent is gone, it kills the processes that are left, and exits.
import { createInterface } from 'node:readline';

// A service manager may signal every process; the parent then stops the others in order, so this one keeps running.
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
    // It has ended already.
  }
}
