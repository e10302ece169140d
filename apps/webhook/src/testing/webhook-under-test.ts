import { services } from '@keyhaven/contracts/platform/services';
import { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import { webhookOperatorContract } from '@keyhaven/contracts/webhook/operator-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { createWebhookService, type WebhookWorld } from '../service';
import { aChange } from './change';

export const webhookContracts = [webhookPublicContract, webhookOperatorContract, webhookInternalContract];

/** The webhook service in a test. It is allowed to send deliveries to this machine. */
export interface WebhookUnderTest extends ServiceUnderTest {
  /** The service's clock is the real time plus this offset, which tests may increase. */
  clock: { aheadMs: number };
  /** Creates an account with a client. */
  anAccount(): TestAccount;
  /** Publishes a change of a booking as the booking service does. */
  publish(userId: number, fields?: Partial<ChangeEvent>, topic?: string): Promise<ChangeEvent>;
}

export interface TestAccount {
  userId: number;
  appKey: string;
  api: CheckedClient;
  /**
   * Creates a subscription to bookings. `fields` replaces or adds fields of the request.
   * @returns the id of the subscription.
   */
  subscribe: (webhook_url: string, fields?: Record<string, unknown>) => Promise<number>;
  operator: CheckedClient;
  /** The path of the app's settings. */
  settingsPath: string;
}

export async function startWebhookUnderTest(world: Partial<WebhookWorld> = {}): Promise<WebhookUnderTest> {
  const clock = { aheadMs: 0 };
  const definition = createWebhookService({
    now: () => new Date(Date.now() + clock.aheadMs),
    random: () => 0,
    timeoutMs: 1000,
    ...world,
  });
  const service = await startServiceUnderTest(definition, webhookContracts, {
    settings: { WEBHOOK_ALLOW: '127.0.0.1/32' },
  });
  return {
    ...service,
    clock,
    anAccount: () => {
      const userId = anAccountId();
      const api = service.asAccount(userId);
      const appKey = `credential-${userId}`;
      return {
        userId,
        appKey,
        api,
        subscribe: async (webhook_url, fields = {}) => {
          const answer = await api.post('/v2/webhooksubscriptions', { type: 'booking', webhook_url, ...fields });
          if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
          return answer.body.id as number;
        },
        operator: service.asOperator(),
        settingsPath: `/operator/accounts/${userId}/webhook_apps/${appKey}`,
      };
    },
    publish: async (userId, fields, topic = services.booking.topic) => {
      const change = aChange(userId, fields);
      await service.bus.publish(topic, [change]);
      return change;
    },
  };
}
