import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createClient } from '../create-client';
import { publicRoutes } from './public-routes';
import { routeTable } from './route-table';

const operations = Object.keys(routeTable).map((name): [string, AppRoute] => [
  name,
  publicRoutes[name as keyof typeof publicRoutes],
]);
const fieldsOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

describe('the operations of the API', () => {
  it.each(operations.filter(([, { method }]) => method !== 'GET'))(
    'include %s, which accepts an Idempotency-Key, so that the client may retry the request',
    (_, { headers }) => expect(fieldsOf(headers)).toContain('idempotency-key'),
  );

  it.each(operations)('include %s, whose parameters have different names, none of them body', (_, route) => {
    const names = [...fieldsOf(route.pathParams), ...fieldsOf(route.query)];
    expect(new Set([...names, 'body']).size).toBe(names.length + 1);
  });

  it('are methods of the client, with unique names', () => {
    const client: Record<string, unknown> = { ...createClient({ baseUrl: 'http://127.0.0.1' }) };
    const general = Object.keys(client).filter((name) => !(name in routeTable));
    expect(general.sort()).toEqual(['answer', 'each', 'readEvents', 'send']);
    for (const [name] of operations) expect(client[name]).toBeInstanceOf(Function);
  });
});
