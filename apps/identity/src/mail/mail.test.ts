import { until } from '@keyhaven/testing/until';
import { anEmailAddress, type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';
import { aClientAddress, aPerson, redeem, signIn } from '../testing/sign-in';
import { startStubMailServer, type StubMailServer } from '../testing/stub-mail-server';

let mails: StubMailServer;
let service: IdentityUnderTest;
beforeAll(async () => {
  mails = await startStubMailServer();
  service = await startIdentityUnderTest({ SMTP_URL: mails.url, PUBLIC_URL: 'https://keyhaven.example' });
});
afterAll(async () => {
  await service.stop();
  await mails.stop();
});
afterEach(() => void (mails.answer = '250 accepted'));

const call = (path: string, body: object) => service.asOperator().post(`/internal/${path}`, body);
const requestReset = (email_address: string) =>
  call('links/request_password_reset', { email_address, address: aClientAddress() });
const queued = (email_address: string) =>
  service.connection.collection('mails').findOne({ 'subject.email_address': email_address });
const linkIn = (text: string) => /https:\/\/keyhaven\.example\/portal\/links\/([\w-]{43})/.exec(text)![1]!;
const received = (address: string) => until(() => mails.to(address)[0], 20_000);

describe('a request for a new password', () => {
  it('gets the same response and causes the same writes for known and for unknown addresses', async () => {
    const { email_address } = await aPerson(service);
    const nobody = anEmailAddress();
    const answers = [await requestReset(email_address), await requestReset(nobody)];
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { is_mailed: true }]);
    for (const address of [email_address, nobody]) expect(await queued(address)).not.toBeNull();
  });

  it('sends the person a link that sets the password', async () => {
    const { email_address } = await aPerson(service);
    await requestReset(email_address.toUpperCase());
    const { text } = await received(email_address);
    expect((await redeem(service, linkIn(text), 'another password')).body.active).toBe(true);
    expect((await signIn(service, email_address, 'another password')).body.active).toBe(true);
  }, 30_000);

  it('sends no e-mail to an address that belongs to no person', async () => {
    const nobody = anEmailAddress();
    await requestReset(nobody);
    await until(async () => (await queued(nobody))?.due_utc === undefined, 20_000);
    expect(mails.to(nobody)).toEqual([]);
  }, 30_000);

  it('is accepted three times an hour for each e-mail address, counted over all clients', async () => {
    const nobody = anEmailAddress();
    const answers = await Promise.all(Array.from({ length: 4 }, () => requestReset(nobody)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(3500);
  });
});

it('an invitation is sent by e-mail, and the response does not contain the link', async () => {
  const { actor } = await aPerson(service);
  const email_address = anEmailAddress();
  const { body } = await call('people/invite', { ...actor, email_address, first_name: 'Max' });
  expect([body.link, body.person.email_address]).toEqual([null, email_address]);
  const { text } = await received(email_address);
  expect(text).toContain('Lakeside Lettings invites you');
  expect((await redeem(service, linkIn(text))).body.active).toBe(true);
}, 30_000);

describe('an e-mail', () => {
  it('is sent again until the mail server accepts it', async () => {
    const { email_address } = await aPerson(service);
    mails.answer = '451 try later';
    await requestReset(email_address);
    await until(() => mails.to(email_address).length >= 2, 20_000);
    mails.answer = '250 accepted';
    await until(async () => (await queued(email_address))?.due_utc === undefined, 20_000);
    expect((await redeem(service, linkIn(mails.to(email_address).at(-1)!.text))).body.active).toBe(true);
  }, 45_000);

  it('is sent at most twice if the mail server may have accepted it the first time', async () => {
    const { email_address } = await aPerson(service);
    mails.answer = 'cut';
    await requestReset(email_address);
    const collection = service.connection.collection('mails');
    const which = { 'subject.email_address': email_address };
    // Ends the lease of the failed process, so that the test need not wait for its expiry.
    const takeOver = () =>
      collection.updateOne({ ...which, due_utc: { $exists: true } }, { $set: { due_utc: new Date() } });
    await until(async () => {
      await takeOver();
      return (await queued(email_address))?.due_utc === undefined;
    }, 20_000);
    expect(mails.to(email_address)).toHaveLength(2);
  }, 30_000);
});
