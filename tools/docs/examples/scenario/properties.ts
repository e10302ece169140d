import type { Scenario } from '../scenario';
import { dayFromNow, party } from './stays';

export async function callProperties({ call }: Scenario): Promise<void> {
  const { items } = await call('listProperties', 'Active properties with their tags and custom fields', {
    query: { active: true, limit: 2, include_tags: true, include_fields: true },
  });
  await call('listProperties', 'A limit that is too large', { query: { limit: 5000 } }, { status: 400 });
  await call('getProperty', 'One property', { params: { id: items[0]!.id }, query: { include_fields: true } });
  await call('getProperty', 'A property that does not exist', { params: { id: 987654321 } }, { status: 404 });
  const [available_from, available_to] = [dayFromNow(130), dayFromNow(134)];
  await call(
    'searchProperties',
    'Properties that can be booked, with prices',
    { query: { available_from, available_to, ...party, limit: 2 } },
    { varies: true },
  );
  await call(
    'searchProperties',
    'A departure before the arrival',
    { query: { available_from: available_to, available_to: available_from } },
    { status: 400 },
  );
}
