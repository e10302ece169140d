import type { ChildProcess } from 'node:child_process';

/** Has a child killed (-9) when this process is gone, however it went; see end-with-parent.mjs. */
export function endWithParent(child: ChildProcess): void;
