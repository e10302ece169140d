// Ends the processes that this one started when it is gone, also after SIGKILL or a crash, when it cannot stop them itself.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./kill-orphans.mjs', import.meta.url));

/** The ids of the processes to kill. */
const living = new Set();
/** The process that kills them; it runs as long as any of them does. */
let watcher;

/**
 * Has a child process killed (-9) when it outlives this process, however this one ended.
 * @param child as it comes from spawn; nothing happens for one that did not start.
 */
export function endWithParent(child) {
  const { pid } = child;
  if (pid === undefined) return;
  living.add(pid);
  if (watcher) send(`${pid}`);
  else startWatcher();
  child.once('exit', () => {
    living.delete(pid);
    send(`-${pid}`);
    if (living.size === 0) dismissWatcher();
  });
}

function startWatcher() {
  // Detached: Ctrl-C and a closed terminal must not end it.
  const started = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  started.unref();
  started.stdin.unref();
  // Writing fails when the watcher was killed; the next child starts a new one.
  started.stdin.on('error', () => {});
  started.once('exit', () => {
    if (watcher === started) watcher = undefined;
  });
  watcher = started;
  for (const pid of living) send(`${pid}`);
}

function dismissWatcher() {
  watcher?.stdin.end();
  watcher = undefined;
}

function send(line) {
  watcher?.stdin.write(`${line}\n`);
}
