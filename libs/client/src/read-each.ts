/**
 * Reads the items of a list from a page on.
 * @param target the path and query of the first page.
 * @throws Error if a `next_page_url` is not a path of the platform.
 */
export async function* readEach(target: string, readPage: (target: string) => Promise<unknown>): AsyncGenerator {
  for (let next: string | null = target; next !== null;) {
    const page = (await readPage(next)) as { items: unknown[]; next_page_url: string | null };
    yield* page.items;
    next = page.next_page_url;
    // Credentials are sent only to the platform.
    if (next !== null && !/^\/(?!\/)/.test(next)) throw new Error(`next_page_url ${next} is not a path`);
  }
}
