import type { Booking } from '@keyhaven/contracts/booking/booking';
import { until } from '@keyhaven/testing/until';
import { bookStay } from '../load/booking-actions';
import { probedNight } from '../load/choose-stay';
import type { ClientState } from '../load/client-state';
import type { WebhookReceiver } from '../observers/receiver';
import type { PlatformUnderTest } from '../platform/platform-under-test';
import { RECOVERY_MS } from './recovery';
import { isReady } from './is-ready';

/** A client that shows whether the whole platform works. */
export class Probe {
  private nights = 0;

  constructor(
    private readonly platform: PlatformUnderTest,
    private readonly client: ClientState,
    private readonly receiver: WebhookReceiver,
  ) {}

  /** Books a night that is expected to be free. @throws Error if the night is taken or the request gets no response. */
  async book(): Promise<Booking> {
    const made = await bookStay(this.client, probedNight(this.client, this.nights++));
    if (!made) throw new Error('a night that nobody booked is taken');
    return made;
  }

  /**
   * Waits until every process is ready, and a new booking is acknowledged and delivered.
   * @throws Error if that takes too long.
   */
  async whole(): Promise<void> {
    const { processes } = this.platform;
    await until(async () => (await Promise.all(processes.map(isReady))).every(Boolean), RECOVERY_MS);
    const { id } = await this.book();
    const { userId } = this.client.account;
    await until(() => this.receiver.has({ userId, type: 'booking', id }), RECOVERY_MS);
  }
}
