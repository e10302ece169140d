/** The parts of a page that a program reads. */
export interface PageOfIds {
  items: { id: number }[];
  count: number;
  next_page_url: string | null;
}

/** Reads the page at a path with a query. */
type ReadPage = (target: string) => Promise<PageOfIds>;

/** Reads all pages of a list, as some programs do. @returns the ids on each page. */
export type ReadPages = (read: ReadPage, list: string) => Promise<number[][]>;

/** The number of items on a page if the program sends no limit. */
const DEFAULT_LIMIT = 20;

const idsOf = ({ items }: PageOfIds) => items.map(({ id }) => id);

/** Follows next_page_url until it is null. */
export const followAddresses: ReadPages = async (read, list) => {
  const pages: number[][] = [];
  for (let next: string | null = list; next;) {
    const page: PageOfIds = await read(next);
    pages.push(idsOf(page));
    next = page.next_page_url;
  }
  return pages;
};

/** Increases the offset until a page has fewer items than the limit. */
export const untilShortPage =
  (limit: number): ReadPages =>
  async (read, list) => {
    for (const pages: number[][] = []; ;) {
      const ids = idsOf(await read(`${list}&limit=${limit}&offset=${pages.length * limit}`));
      pages.push(ids);
      if (ids.length < limit) return pages;
    }
  };

/** Increases the offset by the default limit until the count of a page is below this limit. */
export const untilLowCount: ReadPages = async (read, list) => {
  for (const pages: number[][] = []; ;) {
    const page = await read(`${list}&offset=${pages.length * DEFAULT_LIMIT}`);
    pages.push(idsOf(page));
    if (page.count < DEFAULT_LIMIT) return pages;
  }
};
