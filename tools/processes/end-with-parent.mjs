// Lets the processes that this one starts end with it, also where it has no chance to end them: a signal that cannot be
// handled, an error that nobody expected.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./kill-orphans.mjs', import.meta.url));

/** The processes that are to end with this one, by id. */
const living = new Set();
/** The process that sees to it; there is one as long as any of them lives. */
let watcher;

/**
 * Has a child process killed (-9) when this process is gone and the child is not. Neither has to know of it.
 * @param child as it comes from spawn; nothing happens for one that did not start.
 */
export function endWithParent(child) {
  const { pid } = child;
  if (pid === undefined) return;
  living.add(pid);
  if (watcher) publish(`${pid}`);
  else startWatcher();
  child.once('exit', () => {
    living.delete(pid);
    publish(`-${pid}`);
    if (living.size === 0) dismissWatcher();
  });
}

function startWatcher() {
  // Detached: Ctrl-C and a closed terminal are for this process alone.
  const started = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  started.unref();
  started.stdin.unref();
  // Written to when it was killed: the next child has a new one started.
  started.stdin.on('error', () => {});
  started.once('exit', () => {
    if (watcher === started) watcher = undefined;
  });
  watcher = started;
  for (const pid of living) publish(`${pid}`);
}

function dismissWatcher() {
  watcher?.stdin.end();
  watcher = undefined;
}

function publish(line) {
  watcher?.stdin.write(`${line}\n`);
}
