/**
 * The share of the free slots that one account may take, and that its failing endpoints may take. The next account may
 * take the same share of the rest, and so on: the last slots go to accounts that have none, and about fifty accounts
 * must take all they can to fill 500.
 */
const SHARE = 1 / 10;
const FAILING_SHARE = 1 / 50;

/** An endpoint that holds a slot. */
export interface Slot {
  readonly userId: number;
  /** Whether a failing endpoint may take the slot. */
  readonly mayFail: boolean;
  /** Whether it is failing. A slot that a failing endpoint may take counts as failing until the state is known. */
  isFailing(): boolean;
}

/** Limits how many endpoints this process serves concurrently, so that one account never keeps others out. */
export class Slots {
  private readonly taken = new Map<string, Slot>();

  constructor(private readonly most: number) {}

  get free(): number {
    return this.most - this.taken.size;
  }

  has(id: string): boolean {
    return this.taken.has(id);
  }

  /** Takes a slot for an endpoint; undefined when its account has used its share. */
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

  /** The accounts whose failing endpoints have used theirs. */
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
