import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ShownOnce, shownOnce } from '../visit/shown-once';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const packed = z.object({ until: z.number(), content: shownOnce });

/** The page and the session that may show a secret. */
interface Recipient {
  path: string;
  sessionToken: string;
}

/**
 * Packs secrets for a cookie that the browser sends to the page that shows the secret. Only the portal can read the
 * cookie: it is encrypted with a key of the portal, for one session and one page.
 */
export interface SecretPacker {
  pack(content: ShownOnce, recipient: Recipient, expires: Date): string;
  /** Returns undefined for a text that was not packed for this session and page, or that has expired. */
  unpack(packed: string | undefined, recipient: Recipient, now: Date): ShownOnce | undefined;
}

export function createSecretPacker(portalSecret: string): SecretPacker {
  const key = Buffer.from(hkdfSync('sha256', portalSecret, '', 'keyhaven secrets that are shown once', 32));
  const named = ({ path, sessionToken }: Recipient) => Buffer.from(JSON.stringify([path, sessionToken]));
  return {
    pack: (content, recipient, expires) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(named(recipient));
      const encrypted = Buffer.concat([
        cipher.update(JSON.stringify({ until: expires.getTime(), content })),
        cipher.final(),
      ]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    unpack: (text, recipient, now) => {
      if (text === undefined) return undefined;
      const bytes = Buffer.from(text, 'base64url');
      const [nonce, tag, encrypted] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
        bytes.subarray(NONCE_BYTES + TAG_BYTES),
      ];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(named(recipient))
          .setAuthTag(tag);
        const decrypted = Buffer.concat([decipher.update(encrypted), decipher.final()]);
        const { until, content } = packed.parse(JSON.parse(decrypted.toString('utf8')));
        return now.getTime() < until ? content : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
