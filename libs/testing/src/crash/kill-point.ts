/**
 * The moment at which a process is killed: before it sends a call, or after the response to the
 * call has arrived but before the response is processed.
 */
export interface KillPoint {
  side: 'before' | 'after';
  /** The number of the call, from 1. */
  call: number;
}

/** The header of a request whose calls are counted. Its value is a kill point, or `nowhere`. */
export const KILL_HEADER = 'x-kill-at';

export function formatKillPoint(point: KillPoint | undefined): string {
  return point ? `${point.side} ${point.call}` : 'nowhere';
}

/**
 * Parses a text that formatKillPoint returned.
 * @throws Error for any other text.
 */
export function parseKillPoint(text: string): KillPoint | undefined {
  if (text === 'nowhere') return undefined;
  const [, side, call] = /^(before|after) (\d+)$/.exec(text) ?? [];
  if (!side) throw new Error(`${text} is no kill point`);
  return { side: side as KillPoint['side'], call: Number(call) };
}
