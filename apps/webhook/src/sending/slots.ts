/**
 * SHARE: the share of the free slots that one account may use. FAILING_SHARE: the share of the free
 * slots that the failing endpoints of one account may use. A slot is free if no endpoint uses it at
 * the moment. So even an account that uses its full share leaves slots for accounts that have none
 * yet. It would take about fifty such accounts to fill 500 slots.
 */
const SHARE = 1 / 10;
const FAILING_SHARE = 1 / 50;

/** A slot that an endpoint uses. */
export interface Slot {
  readonly userId: number;
  /** Whether a failing endpoint may take the slot. */
  readonly mayFail: boolean;
  /**
   * Whether the slot's endpoint is failing. Until the endpoint has been read, true if a failing endpoint may take the
   * slot.
   */
  isFailing(): boolean;
}

/** Limits the number of endpoints to which this process sends concurrently, so that one account cannot block others. */
export class Slots {
  private readonly taken = new Map<string, Slot>();

  constructor(private readonly most: number) {}

  get free(): number {
    return this.most - this.taken.size;
  }

  has(id: string): boolean {
    return this.taken.has(id);
  }

  /** Takes a slot for an endpoint. Returns undefined if no slot is free, or if the account has used its share. */
  take(id: string, userId: number): Slot | undefined {
    if (this.free <= 0 || this.isFull(userId)) return undefined;
    const mayFail = !this.isFullOfFailing(userId);
    const slot = { userId, mayFail, isFailing: () => mayFail };
    this.taken.set(id, slot);
    return slot;
  }

  leave(id: string): void {
    this.taken.delete(id);
  }

  /** The accounts that have used their share. */
  full(): number[] {
    return this.accounts().filter((userId) => this.isFull(userId));
  }

  /** The accounts whose failing endpoints have used their share. */
  fullOfFailing(): number[] {
    return this.accounts().filter((userId) => this.isFullOfFailing(userId));
  }

  private accounts(): number[] {
    return [...new Set([...this.taken.values()].map(({ userId }) => userId))];
  }

  private isFull(userId: number): boolean {
    return this.of(userId).length >= Math.max(1, this.free * SHARE);
  }

  private isFullOfFailing(userId: number): boolean {
    const failing = this.of(userId).filter((slot) => slot.isFailing());
    return failing.length >= Math.max(1, this.free * FAILING_SHARE);
  }

  private of(userId: number): Slot[] {
    return [...this.taken.values()].filter((slot) => slot.userId === userId);
  }
}
