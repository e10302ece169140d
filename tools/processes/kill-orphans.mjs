// The program behind end-with-parent.mjs. It reads lines from its parent: `PID` for a process that began, `-PID` for one
// that ended. When the parent is gone, however it went, it kills what is left and ends.
import { createInterface } from 'node:readline';

// A service manager may signal everybody; the parent is still to end the others in their order then.
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
    // It ended by itself meanwhile.
  }
}
