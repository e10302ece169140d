import { success } from '@keyhaven/testing/crash/requests';
import type { World } from '@keyhaven/testing/crash/write-path';
import { until } from '@keyhaven/testing/until';
import { audience, type EndpointKind } from './audience';

export const PATH = '/v2/webhooksubscriptions';

/** Subscribes an endpoint of this kind to all changes of bookings. @returns the id of the subscription. */
export async function aSubscription(world: World, kind: EndpointKind, fields: object = {}): Promise<number> {
  const subscription = { type: 'booking', webhook_url: audience.address(world, kind), ...fields };
  return (await success(world.api.post(PATH, subscription))).id;
}

/** Waits until the subscription has deliveries with this status. @returns the last one in the list. */
export async function deliveryWith({ api }: World, subscription: number, status: string): Promise<{ id: number }> {
  return until(async () => {
    const { items } = await success(api.get(`${PATH}/${subscription}/deliveries?status=${status}`));
    return items.at(-1);
  });
}

/** Waits until the subscription has this status. */
export async function untilStatus({ api }: World, subscription: number, status: string): Promise<void> {
  await until(async () => (await success(api.get(`${PATH}/${subscription}`))).status === status);
}
