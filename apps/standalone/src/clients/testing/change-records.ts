import { dates, type PlatformForClients } from '../../testing/platform-for-clients';

/**
 * The actions and categories of the events that `changeRecords` causes, each with its type of
 * record.
 */
export const causedActions = [
  ...['entity_create', 'entity_update'].map((action) => `booking ${action}`),
  ...['guest', 'surcharge', 'discount'].flatMap((type) =>
    ['entity_create', 'entity_update', 'entity_delete'].map((action) => `${type} ${action}`),
  ),
  ...['entity_create', 'entity_delete'].map((action) => `quote ${action}`),
  'property entity_update',
  'thread_message entity_create',
];
export const causedCategories = [
  ...['availability', 'charge', 'financial', 'dates', 'canceled', 'other'].map((category) => `booking ${category}`),
  ...['property photos', 'surcharge surcharge', 'discount discount', 'guest other'],
];

/** Creates, changes and deletes records of every type that programs subscribe to. */
export async function changeRecords({ call, make, ids }: PlatformForClients): Promise<void> {
  const send = async (method: string, target: string, body?: object) => {
    const { status, text, body: answer } = await call(target, { method, body });
    if (status >= 300) throw new Error(`${method} ${target} answered ${status}: ${text}`);
    return answer?.id as number;
  };
  const guest = await send('POST', '/v2/guests', { last_name: 'Hook' });
  await send('PATCH', `/v2/guests/${guest}`, { notes: 'Late' });
  await send('DELETE', `/v2/guests/${guest}`);

  const stay = { property_id: ids.secondProperty, adults: 2, arrival: dates.date, departure: dates.after };
  const booking = await send('POST', '/v2/bookings', { ...stay, generate_charges: true });
  await send('PATCH', `/v2/bookings/${booking}`, { departure: dates.free, notes: 'Longer' });
  await make('finance', '/payments', { booking_id: booking, amount: 10, method: 'card' });
  await send('PATCH', `/v2/bookings/${booking}`, { status: 'canceled' });

  const quote = await send('POST', '/v2/quotes', stay);
  await send('DELETE', `/v2/quotes/${quote}`);
  const photos = [{ url: 'https://houses.example/new.jpg' }];
  await make('booking', `/properties/${ids.secondProperty}`, { photos }, 'PATCH');
  await send('POST', '/v2/messages', { threadId: String(ids.thread), body: 'Welcome' });

  for (const [list, type] of [
    ['surcharges', 'linen'],
    ['discounts', 'promotion'],
  ] as const) {
    const term = list === 'surcharges' ? { amount: 5 } : { percent: 5 };
    const id = await send('POST', `/v2/${list}`, { type, description: 'Hook', ...term });
    await send('PATCH', `/v2/${list}/${id}`, { description: 'Changed hook' });
    await send('DELETE', `/v2/${list}/${id}`);
  }
}
