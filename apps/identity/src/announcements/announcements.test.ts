import { setTimeout as sleep } from 'node:timers/promises';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import {
  anEmailAddress,
  createAnAccount,
  createAUser,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';
import { aPerson } from '../testing/sign-in';
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

const content = {
  topic: 'api_changes',
  title: 'Guests get a <title>',
  body: 'A new field & more.',
  effective_date: '2030-01-15',
};
const publish = (more: object = {}, headers?: Record<string, string>) =>
  service.asOperator().post('/operator/announcements', { ...content, ...more }, { headers });
const list = async (query = '') => (await service.asAnyone().get(`/announcements${query}`)).body;

describe('announcements', () => {
  it('are published by the operator, and can be read by anyone, newest first', async () => {
    const { status, body } = await publish();
    expect([status, body]).toEqual([200, { ...content, id: body.id, published_utc: expect.any(String) }]);
    const { items } = await list();
    expect(items[0]).toEqual(body);
    const times = items.map(({ published_utc }: { published_utc: string }) => published_utc);
    expect(times).toEqual([...times].sort().reverse());
    expect((await service.asAccount(anAccountId()).post('/operator/announcements', content)).status).toBe(401);
  });

  it('include the breaking changes that were made to the API before announcements existed', async () => {
    const { items } = await list('?topic=api_changes&limit=1000');
    const old = items.filter(({ published_utc }: { published_utc: string }) => published_utc < '2026');
    expect(old.map(({ effective_date }: { effective_date: string }) => effective_date)).toEqual([
      '2025-08-13',
      '2025-08-06',
      '2025-08-01',
      '2025-07-09',
      '2025-03-01',
      '2025-02-12',
    ]);
  });

  it('are paged without gaps while new announcements are published, and can be filtered by topic', async () => {
    const made = [];
    for (let at = 0; at < 4; at++) made.unshift((await publish({ topic: 'api_bug_fixes' })).body.id as number);
    const first = await list('?topic=api_bug_fixes&limit=2');
    await publish({ topic: 'api_bug_fixes' });
    const { body: second } = await service.asAnyone().get(first.next_page_url as string);
    const ids = [...first.items, ...second.items].map(({ id }: { id: number }) => id);
    expect(ids).toEqual(made);
    expect([first.count, second.offset]).toEqual([2, 2]);
  });

  it('are published once if several requests have the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': `announce-${anAccountId()}` };
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish({}, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await publish({ title: 'Another' }, key)).body.status).toBe('idempotency_key_reused');
  });

  it.each([
    [{ topic: 'news' }, 'topic: "news" is not accepted'],
    [{ title: '' }, 'title: "" is not accepted'],
    [{ effective_date: '2026-02-30' }, 'effective_date: "2026-02-30" is not accepted'],
  ])('are refused if they have the fields %j; the error names the field', async (wrong, message) => {
    const { status, body } = await publish(wrong);
    expect([status, body.messages[0]]).toEqual([400, expect.stringContaining(message)]);
  });

  it('are also published as an Atom feed, in which markup in titles and texts is escaped', async () => {
    const { body: published } = await publish();
    const { body, headers } = await service.asAnyone().get('/announcements.atom');
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(body).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect(body).toContain(`<id>https://keyhaven.example/announcements#${published.id}</id>`);
    expect(body).toContain('Guests get a &lt;title&gt;');
    expect(body).toContain('A new field &amp; more.');
  });
});

describe('the e-mails of an announcement', () => {
  /** An account with a person and two apps. */
  async function anAccountWithApp(isSubscribed: boolean) {
    const person = await aPerson(service);
    const app = {
      person_id: person.id,
      name: 'Guest Guide',
      redirect_uris: ['https://app.example.com/callback'],
      is_subscribed_to_announcements: isSubscribed,
    };
    for (const _ of [1, 2]) {
      expect((await service.asOperator().post(`/internal/accounts/${person.userId}/apps`, app)).status).toBe(200);
    }
    return person;
  }

  it('are sent once to each person of every account that has a subscribed app', async () => {
    const owner = await anAccountWithApp(true);
    const member = await createAUser(service, owner.userId, 'member');
    const unsubscribed = await anAccountWithApp(false);
    const without = await createAUser(service, await createAnAccount(service));
    const title = `News of ${anEmailAddress()}`;
    const { body } = await publish({ title });
    // Other tests may send their announcements to these people too.
    const sent = (address: string) => mails.to(address).flatMap(({ text }) => (text.includes(title) ? [text] : []));
    await until(() => [owner, member].every(({ email_address }) => sent(email_address).length > 0), 30_000);
    expect(sent(owner.email_address)[0]).toContain('Effective 2030-01-15');

    // Enqueues all e-mails again, as after a crash.
    const collection = service.connection.collection<{ _id: number; mailed_up_to?: number }>('announcements');
    await collection.updateOne({ _id: body.id as number }, { $set: { mailed_up_to: 0 } });
    const isDone = async () => (await collection.findOne({ _id: body.id as number }))?.mailed_up_to === undefined;
    await until(isDone, 30_000);
    await until(
      async () => (await service.connection.collection('mails').countDocuments({ due_utc: { $exists: true } })) === 0,
    );
    await sleep(100);
    const counts = [owner, member, unsubscribed, without].map(({ email_address }) => sent(email_address).length);
    expect(counts).toEqual([1, 1, 0, 0]);
  }, 60_000);
});
