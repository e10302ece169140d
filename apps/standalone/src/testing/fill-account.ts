import { until } from '@keyhaven/testing/until';
import { longName, type PlatformForPages } from './platform-for-pages';

/** Returns the date that is this number of days after today. */
export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Filling {
  platform: PlatformForPages;
  /**
   * The user name and password for Basic credentials: an e-mail address, a colon, and a token with
   * the scope `full`.
   */
  credentials: string;
  /** An endpoint that accepts deliveries at /hook, and refuses them at /refused. */
  endpoint: string;
}

/** The ids of records that have pages of their own. */
export type FilledAccount = Awaited<ReturnType<typeof fillAccount>>;

/**
 * Creates records of each kind that the pages show, including records with long names, without optional fields, and
 * with failures.
 */
export async function fillAccount({ platform, credentials, endpoint }: Filling) {
  const { url, userId } = platform;
  const call = async (target: string, body?: object, method = body ? 'POST' : 'GET') => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url + target, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as any };
  };
  const post = async (target: string, sent: object) => {
    const { status, body } = await call(target, sent);
    if (status !== 200) throw new Error(`${target} answered ${status}: ${JSON.stringify(body)}`);
    return body.id as number;
  };
  const operate = async (service: Parameters<PlatformForPages['operate']>[0], target: string, body: object) =>
    (await platform.operate(service, `/accounts/${userId}${target}`, body)).id as number;

  const refusing = { type: 'booking', action: null, webhook_url: `${endpoint}/refused?of=${longName}` };
  const subscription = await post('/v2/webhooksubscriptions', refusing);
  await post('/v2/webhooksubscriptions', { type: 'quote', action: 'entity_create', webhook_url: `${endpoint}/hook` });

  const property = { currency_code: 'EUR', time_zone: 'Europe/Rome', max_guests: 6, max_pets: 1 };
  const [long, aurora] = [
    await operate('booking', '/properties', { ...property, name: longName, internal_code: 'DDS-1' }),
    await operate('booking', '/properties', {
      ...property,
      name: 'Casa Aurora',
      external_name: `The house of the ${longName}`,
      security_deposit_amount: 250,
    }),
  ];
  await operate('booking', '/properties', { ...property, name: 'Casa without prices' });
  const prices = { default_rate: { amount: 1234.5 }, rules: { min_nights: 3 } };
  for (const id of [long, aurora])
    await platform.operate('pricing', `/accounts/${userId}/properties/${id}/pricing`, prices, 'PATCH');
  const site = await operate('booking', '/listing_sites', { name: 'Holiday Houses', domain: 'houses.example' });

  const guest = await post('/v2/guests', { first_name: longName.slice(0, 40), last_name: longName });
  const party = { guest_id: guest, adults: 2, children: 1, infants: 1, pets: 1 };
  const notes = `Arrives late, with the ferry of ${longName}. `.repeat(5);
  const stay = { ...party, property_id: long, arrival: day(3), departure: day(8), notes };
  const booking = await post('/v2/bookings', { ...stay, generate_charges: true });
  const taken = { arrival: day(6), departure: day(10), title: 'Overbooked' };
  const channel = { name: 'Holiday Houses', platform_reservation_number: 'HH-2093-4711-0815' };
  await operate('booking', '/bookings', { property_id: long, ...taken, channel, listing_site_id: site });
  const free = { property_id: aurora, ignore_rules: true };
  await post('/v2/bookings', { ...free, arrival: day(2), departure: day(5), is_block: true, title: 'Painting' });
  const canceled = await post('/v2/bookings', { ...free, arrival: day(12), departure: day(15), adults: 1 });
  await call(`/v2/bookings/${canceled}`, { status: 'canceled' }, 'PATCH');
  await operate('booking', '/bookings', {
    property_id: aurora,
    guest_id: guest,
    arrival: day(9),
    departure: day(11),
    type: 'owner',
  });

  const dates = { arrival: day(16), departure: day(21) };
  const offer = { ...party, property_id: long, ...dates, generate_charges: true, hold_dates: true };
  const quote = await post('/v2/quotes', offer);
  const quoteWithoutGuest = await post('/v2/quotes', {
    property_id: aurora,
    ...dates,
    adults: 1,
    generate_charges: true,
  });
  const { body: offered } = await call(`/v2/quotes/${quoteWithoutGuest}`);

  const money = { booking_id: booking, amount: 1500 };
  await operate('finance', '/payments', { ...money, method: 'card' });
  await operate('finance', '/refunds', { ...money, amount: 100.25 });
  await operate('finance', '/fees', { ...money, amount: 12.5, type: 'processing' });
  const thread = await operate('messaging', '/threads', { booking_id: booking, guest_id: guest, channel: 'airbnb' });
  await operate('messaging', '/messages', { thread_id: thread, body: `Is ${longName} quiet?\nWe bring a dog.` });
  await post('/v2/messages', { thread_id: thread, body: 'Yes, and the dog is welcome.' });

  const at = `/v2/webhooksubscriptions/${subscription}/deliveries`;
  const delivery = await until(async () => {
    const { body } = await call(at);
    return body.items.find(({ attempt_count }: any) => attempt_count > 0);
  });

  const failures = [
    await call('/v2/bookings', { ...stay, arrival: day(8), departure: day(7) }),
    await call('/v2/bookings/987654321'),
    await call(`/v2/bookings?${new URLSearchParams({ since_utc: longName.repeat(4) }).toString()}`),
    await call('/v2/bookings', stay),
  ];
  expect(failures.map(({ status }) => status)).toEqual([400, 404, 400, 409]);
  const failed = await until(async () => {
    const { body } = await call('/v2/requestlog?errors_only=true');
    return (
      body.items.length >= failures.length &&
      body.items.find(({ status, method }: any) => status === 400 && method === 'POST')
    );
  });
  const records = { property: long, booking, quote, subscription, delivery: delivery.id, request: failed.id };
  return { ...records, paymentForm: offered.payment_form as string };
}
