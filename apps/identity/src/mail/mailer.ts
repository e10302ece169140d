import nodemailer, { type NodemailerError } from 'nodemailer';

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

export interface MailTimeouts {
  /** How long to wait for the connection together with the greeting, and for each later reply, in milliseconds. */
  replyMs: number;
  /** How long everything together may take, in milliseconds. */
  exchangeMs: number;
}

/**
 * By default, a server has enough time to delay its greeting, as protection against spam, and to scan the text before it
 * replies.
 */
export const MAIL_TIMEOUTS: MailTimeouts = { replyMs: 45_000, exchangeMs: 100_000 };

/** Creates the client of the configured mail server. Returns undefined if no mail server is configured. */
export function createMailer(
  { SMTP_URL, MAIL_FROM }: MailSettings,
  { replyMs, exchangeMs }: MailTimeouts = MAIL_TIMEOUTS,
): Mailer | undefined {
  if (SMTP_URL === undefined) return undefined;
  const timeouts = { connectionTimeout: replyMs, greetingTimeout: replyMs, socketTimeout: replyMs };
  // This prevents nodemailer from treating a part of a text as the path or URL of a file to attach.
  const options = { url: SMTP_URL, ...timeouts, disableFileAccess: true, disableUrlAccess: true };
  return async (mail) => {
    const transport = nodemailer.createTransport(options);
    let isTransmitted = false;
    transport.use('stream', ({ message }, done) => {
      // nodemailer begins to read the content when the server has accepted DATA.
      message.processFunc((content) => content.once('resume', () => (isTransmitted = true)));
      done();
    });
    try {
      await transport.sendMail({ from: MAIL_FROM, ...mail, signal: AbortSignal.timeout(exchangeMs) });
    } catch (error) {
      const { command, responseCode, permanent } = error as NodemailerError;
      // If the server received content but did not reply, it may have accepted the e-mail.
      if (isTransmitted && responseCode === undefined) throw error;
      // MAIL FROM and DATA may be refused because of the settings or of a quota, which the operator can correct.
      throw new NotAccepted(command === 'RCPT TO' && permanent === true, { cause: error });
    } finally {
      // Otherwise connections would stay open if SMTP_URL contains `pool=true`.
      transport.close();
    }
  };
}
