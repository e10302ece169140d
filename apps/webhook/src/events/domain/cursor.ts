import { createHash } from 'node:crypto';

/** A position in the event log of an account. */
export interface Cursor {
  userId: number;
  /**
   * The generation of the database. It increases after a restore from a backup, because positions after the backup are
   * then assigned a second time.
   */
  generation: number;
  /** The last position that was read. */
  position: number;
  /** All events after the position were stored after this time. */
  since: Date;
}

const FORMAT = 1;
const TEXT = /^1\.(\d{1,7})\.(\d{1,16})\.(\d{1,16})\.(\d{1,12})\.([\w-]{8})$/;

export function formatCursor({ generation, userId, position, since }: Cursor): string {
  const fields = [FORMAT, generation, userId, position, Math.floor(since.getTime() / 1000)].join('.');
  return Buffer.from(`${fields}.${checkOf(fields)}`).toString('base64url');
}

/** Parses a cursor. Returns undefined if the text is not a cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString('latin1');
  const [, generation, userId, position, seconds, check] = TEXT.exec(decoded) ?? [];
  if (check === undefined || check !== checkOf(decoded.slice(0, -check.length - 1))) return undefined;
  // Refuse other encodings of the same bytes: the last character of base64url has unused bits.
  if (Buffer.from(decoded, 'latin1').toString('base64url') !== text) return undefined;
  return {
    generation: Number(generation),
    userId: Number(userId),
    position: Number(position),
    since: new Date(Number(seconds) * 1000),
  };
}

/**
 * Returns a checksum that detects truncated or mistyped cursors. It need not be secret, because a cursor grants no
 * access.
 */
function checkOf(fields: string): string {
  return createHash('sha256').update(fields).digest('base64url').slice(0, 8);
}
