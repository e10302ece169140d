import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import { createAnAccount, createAUser, startIdentityUnderTest } from './testing/identity-under-test';
import { aClientAddress, aLink, aPerson, isSignedIn } from './testing/sign-in';

/** Longer than the lifetime of links (72 hours) and sessions (14 days). */
const MONTH_MS = 30 * 24 * 3600_000;

let service: ServiceUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

const lookAt = (token: string) =>
  service.asOperator().post('/internal/links/look_at', { token, address: aClientAddress() });
async function aFirstLink(): Promise<{ id: number; link: string }> {
  const userId = await createAnAccount(service);
  const { id } = await createAUser(service, userId);
  return { id, link: await aLink(service, userId, id) };
}

describe('an identity process whose clock is a month ahead', () => {
  it('accepts one-time links and sessions that have not expired according to the clock of the database', async () => {
    const { link } = await aFirstLink();
    const { token } = await aPerson(service);
    await withClockWrongBy(MONTH_MS, async () => {
      expect((await lookAt(link)).status).toBe(200);
      expect(await isSignedIn(service, token)).toBe(true);
    });
  });
});

describe('an identity process whose clock is a month behind', () => {
  it('creates one-time links and sessions that other processes accept', async () => {
    const [{ link }, { token }] = await withClockWrongBy(-MONTH_MS, () =>
      Promise.all([aFirstLink(), aPerson(service)]),
    );
    expect((await lookAt(link)).status).toBe(200);
    expect(await isSignedIn(service, token)).toBe(true);
  });

  it('refuses one-time links and sessions that have expired according to the clock of the database', async () => {
    const { id, link } = await aFirstLink();
    const person = await aPerson(service);
    const expired = new Date(Date.now() - 60_000);
    const users = service.connection.collection<{ _id: number }>('users');
    await users.updateOne({ _id: id }, { $set: { 'links.0.expires_utc': expired } });
    const sessions = service.connection.collection('sessions');
    await sessions.updateMany({ person_id: person.id }, { $set: { expires_utc: expired } });
    await withClockWrongBy(-MONTH_MS, async () => {
      expect((await lookAt(link)).status).toBe(404);
      expect(await isSignedIn(service, person.token)).toBe(false);
    });
  });
});
