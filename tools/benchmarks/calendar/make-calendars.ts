import { randomUUID } from 'node:crypto';
import { services } from '@keyhaven/contracts/platform/services';
import type { Servers } from './start-servers';

export const PROPERTIES = 20;
export const NIGHTS = 90;

/** A date so many days from today. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Creates an account with busy calendars: seasons, rules, gaps, two nights in three taken. @returns its id. */
export async function makeCalendars(servers: Servers): Promise<number> {
  const { pricing, publishUrl } = servers;
  const userId = 1;
  const publish = async (topic: string, entity_type: string, entity_id: number, entity: object) => {
    const event = {
      event_id: randomUUID(),
      schema_version: 1,
      generation: 0,
      occurred_utc: new Date().toISOString(),
      user_id: userId,
      action: 'entity_create',
      entity_type,
      entity_id,
      version: 1,
      categories: ['other'],
      is_resync: false,
      entity,
      private: {},
    };
    const answer = await fetch(`${publishUrl}/${topic}`, { method: 'POST', body: JSON.stringify(event) });
    if (!answer.ok) throw new Error(`${entity_type} ${entity_id} was not taken: ${await answer.text()}`);
  };
  const operate = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${pricing.url}/operator/accounts/${userId}${path}`, {
      method,
      headers: { authorization: await servers.asOperator(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  };

  await publish(services.identity.topic, 'account', userId, { currency_code: 'EUR', time_zone: 'Europe/Rome' });
  let bookingId = 0;
  for (let id = 1; id <= PROPERTIES; id++) {
    const facts = { active: true, is_snoozed: false, time_zone: null, currency_code: null };
    await publish(services.booking.topic, 'property', id, facts);
    const default_rate = { amount: 80 + id, by_weekday: { friday: 100 + id, saturday: 110 + id } };
    await operate('PATCH', `/properties/${id}/pricing`, {
      default_rate,
      required_gap_after: id % 2,
      rules: { min_nights: 2 },
    });
    for (let night = id % 3; night < NIGHTS; night += 6) {
      const stay = { property_id: id, arrival: daysFromNow(night), departure: daysFromNow(night + 4) };
      await publish(services.booking.topic, 'booking', ++bookingId, { ...stay, type: 'booking', status: 'active' });
    }
  }
  const winter = { name: 'Winter', from: '11-01', to: '03-31', rate: { amount: 70, by_weekday: { saturday: 90 } } };
  await operate('POST', '/seasons', winter);
  await operate('POST', '/holidays', { name: 'New Year', from: '01-01' });
  return userId;
}
