/** An entry that waits to be sent. Its JSON is created only once, when the entry is added. */
export interface WaitingEntry {
  userId: number;
  id: string;
  terms: string[];
  /** The JSON of the logged request. `bodies` is the JSON of its logged bodies. */
  request: string;
  bodies?: string;
}

/**
 * When entries are dropped, the remaining entries take up this share of the room. The share is below 1, so that the
 * next entries fit without further drops.
 */
const LEFT_AFTER_DROPPING = 0.99;

/**
 * The waiting entries, in the order in which they were added. If there is no more room, the
 * accounts with the largest total size lose their oldest entries. An account that uses less than an
 * equal share of the room loses nothing, however many entries others add.
 */
export class WaitingEntries {
  private entries: WaitingEntry[] = [];
  private bytes = 0;
  private readonly bytesOf = new Map<number, number>();

  /** @param maxBytes the room for all entries together, in bytes. */
  constructor(private readonly maxBytes: number) {}

  get length(): number {
    return this.entries.length;
  }

  /** Adds an entry. @returns how many entries were dropped to make room. */
  add(entry: WaitingEntry): number {
    this.entries.push(entry);
    this.count(entry, 1);
    return this.bytes > this.maxBytes ? this.dropExcess() : 0;
  }

  /** Takes the oldest entries: at most `maxCount`, and at most `maxBytes` in total unless a single entry is larger. */
  take(maxCount: number, maxBytes: number): WaitingEntry[] {
    let [count, bytes] = [0, 0];
    while (count < Math.min(this.entries.length, maxCount)) {
      bytes += sizeOf(this.entries[count]!);
      if (bytes > maxBytes && count > 0) break;
      count++;
    }
    const taken = this.entries.splice(0, count);
    for (const entry of taken) this.count(entry, -1);
    return taken;
  }

  private dropExcess(): number {
    const share = fairShare([...this.bytesOf.values()], this.maxBytes * LEFT_AFTER_DROPPING);
    const before = this.entries.length;
    this.entries = this.entries.filter((entry) => {
      if (this.bytesOf.get(entry.userId)! <= share) return true;
      this.count(entry, -1);
      return false;
    });
    return before - this.entries.length;
  }

  private count(entry: WaitingEntry, sign: 1 | -1): void {
    const size = sign * sizeOf(entry);
    this.bytes += size;
    const left = (this.bytesOf.get(entry.userId) ?? 0) + size;
    if (left === 0) this.bytesOf.delete(entry.userId);
    else this.bytesOf.set(entry.userId, left);
  }
}

/**
 * The size to which the largest sizes must be reduced so that the sum of all sizes is at most
 * `total`.
 */
export function fairShare(sizes: readonly number[], total: number): number {
  const ascending = sizes.toSorted((one, other) => one - other);
  let remaining = total;
  for (const [index, size] of ascending.entries()) {
    const share = remaining / (ascending.length - index);
    if (size > share) return share;
    remaining -= size;
  }
  return Infinity;
}

/**
 * The approximate number of bytes that an entry needs in a batch, where the JSON of the entry is a
 * quoted string in other JSON.
 */
function sizeOf({ request, bodies = '' }: WaitingEntry): number {
  return 400 + request.length + 3 * bodies.length;
}
