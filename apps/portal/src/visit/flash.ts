import type { NoticeKind } from '@keyhaven/pages/components/notice';
import { z } from 'zod';

/** A message for the next page. Its cookie is not encrypted, so the message must never contain a secret. */
export interface Flash {
  kind: NoticeKind;
  text: string;
}

const flash = z.object({ kind: z.enum(['ok', 'info', 'warn', 'danger']), text: z.string().max(500) });

export function packFlash(value: Flash): string {
  return Buffer.from(JSON.stringify({ ...value, text: value.text.slice(0, 500) })).toString('base64url');
}

/** Returns undefined if the cookie is missing or malformed. */
export function unpackFlash(packed: unknown): Flash | undefined {
  if (typeof packed !== 'string' || packed.length > 3000) return undefined;
  try {
    return flash.parse(JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
