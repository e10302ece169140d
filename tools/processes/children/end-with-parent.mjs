// Ends the child processes of this process when this process ends, even if it ends by SIGKILL or a crash and cannot
// stop them itself.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./kill-orphans.mjs', import.meta.url));

/** The ids of the child processes that run. */
const living = new Set();
/** The process that kills the child processes. It runs as long as any child process runs. */
let watcher;

/**
 * Makes sure that a child process is killed (SIGKILL) when this process ends for any reason.
 * @param child a process from `spawn`. If it did not start, nothing happens.
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
  // The watcher is detached, because Ctrl-C and a closed terminal must not end it.
  const started = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  started.unref();
  started.stdin.unref();
  // Writing fails if the watcher was killed. In this case, the next child starts a new watcher.
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
