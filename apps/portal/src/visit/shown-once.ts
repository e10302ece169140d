import { z } from 'zod';

const text = z.string().max(1000);

/** A new secret, for the page that follows the form. A reload of that page does not create another secret. */
export const shownOnce = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), name: text, token: text }),
  z.object({ kind: z.literal('client_secret'), client_id: text, name: text, secret: text }),
  z.object({ kind: z.literal('link'), name: text, url: text, expires_utc: text }),
]);
export type ShownOnce = z.infer<typeof shownOnce>;
