import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Receiver } from '../testing/receiver';
import { receiversOfEachTest } from '../testing/receivers';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;

const receivers = receiversOfEachTest();
let receiver: Receiver;
beforeEach(() => {
  receiver = receivers.first;
});
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

describe('a subscription', () => {
  const cases: [string, Record<string, unknown>, Partial<ChangeEvent>, boolean][] = [
    ['with a category matches that category', { category: 'dates' }, { categories: ['dates'] }, true],
    [
      'with a category matches a change with this and other categories',
      { category: 'dates' },
      { categories: ['other', 'dates'] },
      true,
    ],
    ['with a category does not match another category', { category: 'dates' }, { categories: ['charge'] }, false],
    ['with a category does not match the category other', { category: 'dates' }, { categories: ['other'] }, false],
    ['without a category matches the category other', {}, { categories: ['other'] }, true],
    ['without a category matches every category', {}, { categories: ['charge'] }, true],
    ['with an action matches that action', { action: 'entity_delete' }, { action: 'entity_delete' }, true],
    ['with an action does not match another action', { action: 'entity_delete' }, { action: 'entity_update' }, false],
    ['with a type does not match another type', { type: 'property' }, {}, false],
    [
      'with the type message does not match drafts',
      { type: 'message' },
      { entity_type: 'thread_message', entity: { id: 4711, is_draft: true } },
      false,
    ],
    [
      'with the type message matches sent messages',
      { type: 'message' },
      { entity_type: 'thread_message', entity: { id: 4711, is_draft: false } },
      true,
    ],
  ];
  it.each(cases)('%s', async (_name, fields, change, isPublished) => {
    const account = service.anAccount();
    await account.subscribe(receiver.url, fields);
    const { event_id } = await service.publish(account.userId, change);
    if (isPublished) await receiver.have(1);
    const received = await receivers.receivedByNow(service, account);
    expect(received.includes(event_id)).toBe(isPublished);
  });
});
