import type { QuoteSetup } from './a-quote';
import type { BookingUnderTest } from './booking-under-test';

/** The key in the address of a quote's payment form. */
export const keyOf = ({ quote }: Pick<QuoteSetup, 'quote'>) => String(quote.payment_form).split('/').pop()!;

/** Opens a payment form as the gateway does for a guest without credentials, or submits it if a body is given. */
export async function sendForm(
  booking: BookingUnderTest,
  key: string,
  body?: string | Buffer<ArrayBuffer>,
  contentType = 'application/x-www-form-urlencoded',
  headers: Record<string, string> = {},
): Promise<{ status: number; page: string; headers: Headers }> {
  const token = await booking.keys.sign({ audience: 'booking', scope: 'open' });
  const answer = await fetch(`${booking.running.url}/payment_forms/${key}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...headers,
    },
    body,
    redirect: 'manual',
  });
  return { status: answer.status, page: await answer.text(), headers: answer.headers };
}
