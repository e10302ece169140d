import { describeRows, type Row } from '../../testing/client-rows';
import type { Answered, PlatformForClients } from '../../testing/platform-for-clients';

/** Only the status is compared here: faultsOf checks the messages of every error. */
const error = (status: string) => () => ({ status });
const withHeader = (authorization: string) => ({ headers: { authorization } });
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Tests programs whose behaviour depends on the status and the body of an error. */
export function describeErrors(platform: () => PlatformForClients): void {
  const wrong = ['', 'Bearer', 'Bearer pt_1', 'Token at_1', `Basic ${base64('demo@example.com:pt_1')}`];
  describeRows(platform, 'programs that get an error', [
    ['/v2/bookings?limit=many', error('bad_request'), {}, 400],
    ['/v2/bookings?sinceUtc=2024-01-01', error('bad_request'), {}, 400],
    ['/v2/bookings', error('bad_request'), { method: 'POST', body: { property_id: 'x' } }, 400],
    ...wrong.map((authorization): Row => ['/v2/users/me', error('unauthorized'), withHeader(authorization), 401]),
    ['/v2/bookings/987654', error('not_found'), {}, 404],
    ['/v2/bookings/987654/', error('not_found'), { method: 'PATCH', body: { notes: 'x' } }, 404],
    ['/v2/nothing', error('not_found'), {}, 404],
    ['/v2/properties/1', error('method_not_allowed'), { method: 'DELETE' }, 405],
    ['/v2/payments', error('method_not_allowed'), { method: 'POST', body: {} }, 405],
  ]);

  // This must be the last test. After it, the platform delays the check of unknown credentials from this address.
  it('a program that guesses credentials gets a 429 with Retry-After, and a program with valid credentials is still served', async () => {
    const { call } = platform();
    let guesses = 0;
    let answer: Answered;
    do answer = await call('/v2/users/me', withHeader(`Bearer at_guess-${++guesses}`));
    while (answer.status === 401 && guesses < 200);
    expect([answer.status, answer.body.status]).toEqual([429, 'too_many_requests']);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await call('/v2/users/me')).status).toBe(200);
  });
}
