import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('a guest after 101 changes with different Idempotency-Keys', () => {
  it('does not change when one of these requests is repeated; the repeated request gets its first response', async () => {
    const { api } = await booking.anAccount();
    const { body: guest } = await api.post('/v2/guests', { first_name: 'Ida' });
    const change = (at: number) =>
      api.patch(
        `/v2/guests/${guest.id}`,
        { last_name: `Rossi ${at}` },
        { headers: { 'idempotency-key': `change-${at}` } },
      );
    const numbers = Array.from({ length: 101 }, (_, at) => at);
    const answers: unknown[] = [];
    for (const at of numbers) answers.push((await change(at)).body);
    const before = await api.get(`/v2/guests/${guest.id}`);
    expect(before.body.last_name).toBe('Rossi 100');
    for (const at of numbers) expect((await change(at)).body).toEqual(answers[at]);
    expect((await api.get(`/v2/guests/${guest.id}`)).body).toEqual(before.body);
  });
});
