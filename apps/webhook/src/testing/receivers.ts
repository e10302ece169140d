import { type Receiver, startReceiver } from './receiver';
import type { TestAccount, WebhookUnderTest } from './webhook-under-test';

/** The receivers of a test. They are closed after the test. */
export interface Receivers {
  /** The receiver with which each test starts. */
  readonly first: Receiver;
  another(): Promise<Receiver>;
  /**
   * Publishes one more change for a new subscription of the account, and waits until it is delivered.
   * @returns the ids of the changes that the first receiver has received by then.
   */
  receivedByNow(service: Pick<WebhookUnderTest, 'publish'>, account: TestAccount): Promise<string[]>;
}

/** Starts separate receivers for each test of a file. */
export function receiversOfEachTest(): Receivers {
  let started: Receiver[] = [];
  const another = async () => {
    const receiver = await startReceiver();
    started.push(receiver);
    return receiver;
  };
  beforeEach(async () => {
    started = [];
    await another();
  });
  afterEach(() => Promise.all(started.map((receiver) => receiver.close())));
  return {
    get first() {
      return started[0]!;
    },
    another,
    receivedByNow: async (service, { userId, subscribe }) => {
      const marker = await another();
      await subscribe(marker.url);
      await service.publish(userId, { entity_id: 1 });
      await marker.have(1);
      return started[0]!.received.map(({ payload }) => payload.id as string);
    },
  };
}
