/** Where a process ends: before a call leaves it, or when the call's answer has arrived and nobody has seen it. */
export interface KillPoint {
  side: 'before' | 'after';
  /** Which call, from 1 on. */
  call: number;
}

/** The header that a request carries whose calls are counted: its value is a kill point, or `nowhere`. */
export const KILL_HEADER = 'x-kill-at';

export function formatKillPoint(point: KillPoint | undefined): string {
  return point ? `${point.side} ${point.call}` : 'nowhere';
}

/** @throws Error for what formatKillPoint does not write. */
export function parseKillPoint(text: string): KillPoint | undefined {
  if (text === 'nowhere') return undefined;
  const [, side, call] = /^(before|after) (\d+)$/.exec(text) ?? [];
  if (!side) throw new Error(`${text} is no kill point`);
  return { side: side as KillPoint['side'], call: Number(call) };
}
