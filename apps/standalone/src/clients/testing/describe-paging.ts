import type { PlatformForClients } from '../../testing/platform-for-clients';
import { followAddresses, type PageOfIds, type ReadPages, untilLowCount, untilShortPage } from './page-readers';

const GUESTS = 45;
/** The ways in which programs read a list, and the expected sizes of their pages. */
const readers: [kind: string, readAll: ReadPages, sizes: number[]][] = [
  ['follows next_page_url', followAddresses, [20, 20, 5]],
  ['stops at a page that is shorter than its limit', untilShortPage(20), [20, 20, 5]],
  ['stops at an empty page, because all earlier pages are full', untilShortPage(15), [15, 15, 15, 0]],
  ['asks for 100 items', untilShortPage(100), [45]],
  ['asks for 200 items', untilShortPage(200), [45]],
  ['sends no limit, and stops at a page whose count is below 20', untilLowCount, [20, 20, 5]],
];
const list = '/v2/guests/?q=PAGERSON';

/** Tests programs that recognise the last page of a list in different ways. */
export function describePaging(platform: () => PlatformForClients): void {
  describe('a program that reads 45 guests', () => {
    const ids: number[] = [];
    beforeAll(async () => {
      const { call } = platform();
      const make = () => call('/v2/guests', { method: 'POST', body: { last_name: 'Pagerson' } });
      const made = await Promise.all(Array.from({ length: GUESTS }, make));
      ids.push(...made.map(({ body }) => body.id as number).sort((a, b) => a - b));
    });

    it.each(readers)('gets all guests in order if it %s', async (_kind, readAll, sizes) => {
      const { call } = platform();
      const pages = await readAll(async (target) => (await call(target)).body as PageOfIds, list);
      expect([pages.map(({ length }) => length), pages.flat()]).toEqual([sizes, ids]);
    });

    it.each(readers.filter(([, readAll]) => readAll !== followAddresses))(
      'misses guests if it %s and each page lacks one item, so the test above can fail',
      async (_kind, readAll, sizes) => {
        const { call } = platform();
        const pages = await readAll(async (target) => {
          const page = (await call(target)).body as PageOfIds;
          const items = page.items.slice(1);
          return { ...page, items, count: items.length };
        }, list);
        expect([pages.map(({ length }) => length), pages.flat()]).not.toEqual([sizes, ids]);
      },
    );
  });
}
