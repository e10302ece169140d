import { until } from '@keyhaven/testing/until';
import { type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

let platform: PlatformForClients;
beforeAll(async () => void (platform = await startPlatformForClients()), 120_000);
afterAll(() => platform.stop());

describe('an owner who has an expense in finance', () => {
  it('is named on the statement, and cannot be deleted', async () => {
    const { operate, call } = platform;
    const { body: owner } = await operate('booking', '/owners', { method: 'POST', body: { name: 'Costa Ltd' } });
    const expense = { kind: 'expense', owner_id: owner.id, amount: 40, currency_code: 'USD', date: '2026-05-20' };
    const { body: entry } = await operate('finance', '/owner_entries', { method: 'POST', body: expense });
    const target = `/statements?owner_id=${owner.id}&month=2026-05`;
    await until(async () => (await operate('finance', target)).body.items[0]?.owner_name === 'Costa Ltd');
    const { status, body } = await operate('booking', `/owners/${owner.id}`, { method: 'DELETE' });
    const message = `owner ${owner.id} cannot be deleted: owner entry ${entry.id} refers to this owner`;
    expect([status, body.messages]).toEqual([409, [message]]);
    expect((await call(`/v2/owners/${owner.id}`)).status).toBe(200);
  });
});

describe('an owner without references', () => {
  it('can be deleted, and is restored by a later expense unless this expense is refused', async () => {
    const { operate } = platform;
    const { body: owner } = await operate('booking', '/owners', { method: 'POST', body: { name: 'Rossi Ltd' } });
    expect((await operate('booking', `/owners/${owner.id}`, { method: 'DELETE' })).status).toBe(204);
    const expense = { kind: 'expense', owner_id: owner.id, amount: 40, currency_code: 'USD', date: '2026-05-20' };
    // Until finance has received the event about the deletion, it accepts the expense, and the accepted expense
    // restores the owner.
    const { status } = await operate('finance', '/owner_entries', { method: 'POST', body: expense });
    const isThere = async () => (await platform.call(`/v2/owners/${owner.id}`)).status === 200;
    if (status === 400) expect(await isThere()).toBe(false);
    else await until(isThere);
  });
});
