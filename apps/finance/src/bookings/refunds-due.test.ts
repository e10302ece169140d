import { anId, type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

const overpaid = { total_paid: 500, total_refunded: 50, total_owed: -150 };

describe('the list of refunds due', () => {
  it('contains exactly the bookings whose guests paid more than they owe', async () => {
    const account = service.anAccount();
    const guest_id = anId();
    const canceled = { status: 'canceled', canceled_utc: '2026-04-10T10:00:00Z' };
    await account.booking({ total_paid: 500, total_owed: 0 });
    await account.booking({ total_owed: 300 });
    const property_id = anId();
    const id = await account.booking({ ...canceled, ...overpaid, property_id, guest_id });
    const { status, body } = await account.get('/refunds_due');
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        booking_id: id,
        property_id,
        guest_id,
        ...canceled,
        currency_code: 'EUR',
        total_paid: 500,
        total_refunded: 50,
        amount: 150,
      },
    ]);
    await account.booking({ ...canceled, id, property_id, total_paid: 500, total_refunded: 200, total_owed: 0 });
    expect((await account.get('/refunds_due')).body.items).toEqual([]);
  });

  it('is ordered by id and paged, and can be filtered by property', async () => {
    const account = service.anAccount();
    const [house, room] = [anId(), anId()];
    const ids: number[] = [];
    for (const property_id of [house, room, house])
      ids.push(await account.booking({ id: anId(), property_id, ...overpaid }));
    ids.sort((a, b) => a - b);
    const first = (await account.get('/refunds_due?limit=2')).body;
    const next = (await service.asOperator().get(first.next_page_url)).body;
    expect(next.next_page_url).toBeNull();
    const listed = [...first.items, ...next.items].map(({ booking_id }: { booking_id: number }) => booking_id);
    expect(listed).toEqual(ids);
    const ofProperty = (await account.get(`/refunds_due?property_id=${room}`)).body.items;
    expect(ofProperty).toMatchObject([{ property_id: room }]);
    expect((await account.get(`/refunds_due?property_ids=${house},${room}`)).body.count).toBe(3);
    expect((await account.get('/refunds_due?limit=1001')).status).toBe(400);
  });

  it('contains no bookings of another account', async () => {
    const [one, other] = [service.anAccount(), service.anAccount()];
    await one.booking(overpaid);
    expect((await other.get('/refunds_due')).body.items).toEqual([]);
  });
});
