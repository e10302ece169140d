/**
 * How much of the free places an account may have, and how much its failing endpoints may. The next account may have as
 * much of what is left then, and so on: the last places go to those that have none, and it takes some fifty accounts
 * that each hold all they can to fill 500.
 */
const SHARE = 1 / 10;
const FAILING_SHARE = 1 / 50;

/** An endpoint that is sent to, or about to be. */
export interface Slot {
  readonly userId: number;
  /** Whether an endpoint may be taken that fails. */
  readonly mayFail: boolean;
  /** Whether it fails; one of which nothing is known yet counts as failing if it may. */
  isFailing(): boolean;
}

/** Who sends to how many endpoints at once in this process: those of one account never keep out another's. */
export class Slots {
  private readonly taken = new Map<string, Slot>();

  constructor(private readonly most: number) {}

  get free(): number {
    return this.most - this.taken.size;
  }

  has(id: string): boolean {
    return this.taken.has(id);
  }

  /** Takes a place for an endpoint of an account; undefined when the account has its share. */
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

  /** The accounts that have their share. */
  full(): number[] {
    return this.accounts().filter((userId) => this.isFull(userId));
  }

  /** The accounts whose failing endpoints have theirs. */
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
