import type { ChildProcess } from 'node:child_process';

/** Has a child killed (-9) when it outlives this process; see end-with-parent.mjs. */
export function endWithParent(child: ChildProcess): void;
