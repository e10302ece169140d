/**
 * Runs pieces of work with the same key one after the other. Other processes are not affected.
 */
export class DocumentQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work with this key. @returns its result. */
  async take<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}
