import { startStubMailServer, type StubMailServer } from '../testing/stub-mail-server';
import { createMailer, type MailTimeouts, NotAccepted } from './mailer';

let mails: StubMailServer;
beforeAll(async () => {
  mails = await startStubMailServer();
});
afterAll(() => mails.stop());
afterEach(() => {
  mails.answer = '250 accepted';
  mails.replies = {};
  mails.delaysMs = {};
});

/** Sends an e-mail, and returns the error. */
async function failureOf({ SMTP_URL = mails.url, timeouts }: { SMTP_URL?: string; timeouts?: MailTimeouts } = {}) {
  const mailer = createMailer({ SMTP_URL, MAIL_FROM: 'keyhaven@example.com' }, timeouts);
  return mailer!({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' }).catch((error: unknown) => error);
}
/** Matches an error other than NotAccepted. */
const mayBeAccepted = expect.objectContaining({
  message: expect.any(String),
  name: expect.not.stringMatching(NotAccepted.name),
});
const notAccepted = (isFinal: boolean) => expect.objectContaining({ name: NotAccepted.name, isFinal });

describe('a mail server that cannot be reached', () => {
  it.each(['localhost', '127.0.0.1'])('has certainly not accepted the e-mail (%s)', async (host) => {
    // No server listens at port 1. The name may have several addresses.
    expect(await failureOf({ SMTP_URL: `smtp://${host}:1` })).toEqual(notAccepted(false));
  });
});

describe('a mail server that speaks no TLS', () => {
  it('has certainly not accepted the e-mail if the client expects TLS', async () => {
    expect(await failureOf({ SMTP_URL: mails.url.replace('smtp:', 'smtps:') })).toEqual(notAccepted(false));
  });
});

describe('a mail server that closes the connection', () => {
  it.each(['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'])(
    'has certainly not accepted the e-mail if it did not reply to a step before the text: %s',
    async (command) => {
      mails.replies = { [command]: 'cut' };
      expect(await failureOf()).toEqual(notAccepted(false));
    },
  );

  it('may have accepted the e-mail if it received the text', async () => {
    mails.answer = 'cut';
    expect(await failureOf()).toEqual(mayBeAccepted);
  });
});

describe('a slow mail server', () => {
  it('accepts the e-mail if its reply to the text is in time', async () => {
    mails.delaysMs = { text: 300 };
    expect(await failureOf({ timeouts: { replyMs: 5000, exchangeMs: 5000 } })).toBeUndefined();
  });

  it.each([
    { replyMs: 500, exchangeMs: 5000 },
    { replyMs: 5000, exchangeMs: 500 },
  ])('may have accepted the e-mail if a reply exceeds $replyMs ms or the exchange $exchangeMs ms', async (timeouts) => {
    mails.delaysMs = { text: 3000 };
    const received = mails.received.length;
    expect(await failureOf({ timeouts })).toEqual(mayBeAccepted);
    expect(mails.received.length).toBe(received + 1);
  });

  it('has certainly not accepted the e-mail if the time for the exchange ends before the text', async () => {
    mails.delaysMs = { EHLO: 300, MAIL: 300, RCPT: 300, DATA: 300 };
    expect(await failureOf({ timeouts: { replyMs: 5000, exchangeMs: 500 } })).toEqual(notAccepted(false));
  });
});

describe('a refusal of the mail server', () => {
  it('is final if the server refuses the recipient with a 5xx', async () => {
    mails.replies = { RCPT: '550 no such mailbox' };
    expect(await failureOf()).toEqual(notAccepted(true));
  });

  it.each([
    ['EHLO', '554 no service'],
    ['MAIL', '553 sender not allowed'],
    ['MAIL', '452 quota exceeded'],
    ['RCPT', '450 try later'],
    ['RCPT', '503 authenticate first'],
    ['DATA', '554 quota exceeded'],
  ])('is not final if it is the reply to %s: %s', async (command, reply) => {
    mails.replies = { [command]: reply, ...(command === 'EHLO' ? { HELO: reply } : {}) };
    expect(await failureOf()).toEqual(notAccepted(false));
  });

  it('is not final if it is the reply to the text', async () => {
    mails.answer = '451 try later';
    expect(await failureOf()).toEqual(notAccepted(false));
  });
});
