import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs and checks the URLs of attachments. Every URL expires. */
export interface AttachmentAddresses {
  /** Returns a URL of an object that is valid until `expires`. */
  until(key: string, expires: Date): string;
  /** Returns a URL of an object for the response to a request. */
  forRead(key: string): string;
  check(key: string, expires: string, signature: string): 'good' | 'forged' | 'expired';
}

/** @param minutes the time for which the URLs in responses are valid. */
export function attachmentAddresses(publicUrl: string, secret: string, minutes: number): AttachmentAddresses {
  const sign = (key: string, expires: string) => createHmac('sha256', secret).update(`${key}\n${expires}`).digest();
  const until = (key: string, instant: Date) => {
    const expires = String(Math.floor(instant.getTime() / 1000));
    return `${publicUrl}/attachments/${key}?expires=${expires}&signature=${sign(key, expires).toString('base64url')}`;
  };
  return {
    until,
    forRead: (key) => until(key, new Date(Date.now() + minutes * 60_000)),
    check: (key, expires, signature) => {
      const sent = Buffer.from(signature, 'base64url');
      const right = sign(key, expires);
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return 'forged';
      return Number(expires) * 1000 > Date.now() ? 'good' : 'expired';
    },
  };
}
