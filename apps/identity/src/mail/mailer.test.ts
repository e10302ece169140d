import { createMailer, NotAccepted } from './mailer';

describe('a mail server that cannot be reached', () => {
  it.each(['localhost', '127.0.0.1'])('has certainly not accepted the e-mail (%s)', async (host) => {
    // No server listens at port 1. The name may have several addresses.
    const mailer = createMailer({ SMTP_URL: `smtp://${host}:1`, MAIL_FROM: 'keyhaven@example.com' });
    const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
    await expect(mailer!(mail)).rejects.toThrow(NotAccepted);
  });
});
