/**
 * Creates the ids of a page's headings as GitHub does, so that links to headings work both on
 * GitHub and in the help.
 */
export class HeadingIds {
  private readonly counts = new Map<string, number>();

  /** @param text the heading without markdown formatting. */
  next(text: string): string {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = this.counts.get(id) ?? 0;
    this.counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  }
}
