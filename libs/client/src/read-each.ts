/**
 * Reads the items of a list, page by page.
 * @param target the path and query of the first page.
 * @throws Error if a `next_page_url` is not a path of the platform.
 */
export async function* readEach(target: string, readPage: (target: string) => Promise<unknown>): AsyncGenerator {
  for (let next: string | null = target; next !== null;) {
    const page = (await readPage(next)) as { items: unknown[]; next_page_url: string | null };
    yield* page.items;
    next = page.next_page_url;
    // Each request contains the credentials, so it must go to the platform only.
    if (next !== null && !/^\/(?!\/)/.test(next)) throw new Error(`next_page_url ${next} is not a path`);
  }
}
