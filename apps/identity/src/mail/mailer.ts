import nodemailer from 'nodemailer';

export interface MailSettings {
  SMTP_URL?: string;
  MAIL_FROM: string;
}

/** An e-mail in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends an e-mail.
 * @throws NotAccepted if the mail server certainly did not accept the e-mail. After any other
 *   error, the server may have accepted the e-mail.
 */
export type Mailer = (mail: Mail) => Promise<void>;

/** Thrown if the mail server certainly did not accept an e-mail. */
export class NotAccepted extends Error {
  /** @param isFinal whether the mail server will never accept the e-mail, because the server refused the recipient. */
  constructor(
    readonly isFinal: boolean,
    options: ErrorOptions,
  ) {
    super('the mail server did not accept an e-mail', options);
    this.name = 'NotAccepted';
  }
}

/** How long to wait for each reply of the mail server, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Creates the client of the configured mail server. Returns undefined if no mail server is configured. */
export function createMailer({ SMTP_URL, MAIL_FROM }: MailSettings): Mailer | undefined {
  if (SMTP_URL === undefined) return undefined;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  // This prevents nodemailer from treating a part of a text as the path or URL of a file to attach.
  const transport = nodemailer.createTransport({
    url: SMTP_URL,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    try {
      await transport.sendMail({ from: MAIL_FROM, ...mail });
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw new NotAccepted(isFinal(error), { cause: error });
    }
  };
}

/**
 * Whether the server refused the e-mail or was not reached. After a broken connection this is false, because the server
 * may have accepted the e-mail.
 */
function isRefused(error: unknown): boolean {
  const { code, responseCode, syscall, timeoutType, errors } = error as {
    code?: string;
    responseCode?: number;
    syscall?: string;
    timeoutType?: string;
    errors?: unknown;
  };
  if (responseCode !== undefined || code === 'EDNS') return true;
  // `errors` has the error of each address, if the host has several addresses and none can be reached.
  if (syscall === 'connect' || Array.isArray(errors)) return true;
  // The other timeouts of nodemailer pass before the first byte of an e-mail is sent.
  return timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT';
}

/** Whether the server's reply to the recipient's address was a 5xx (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}
