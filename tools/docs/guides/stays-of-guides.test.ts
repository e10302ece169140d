import { portfolio } from '@keyhaven/demo-data/plan/portfolio';
import { SHOWN_STAY } from '@keyhaven/demo-data/plan/shown-stay';
import { readCodeBlocks } from '@keyhaven/testing/document-code';
import { guidePages } from './guide-pages';

/** Matches the property and the nights that a command of the guides books or quotes. */
const stay = /"property_id":(\d+),"arrival":"([\d-]+)","departure":"([\d-]+)"/g;

describe('the commands of the guides', () => {
  it('book and quote only SHOWN_STAY, the stay that the demo data leave free', async () => {
    const found: object[] = [];
    for (const page of guidePages) {
      for (const { code } of await readCodeBlocks(page, 'sh')) {
        for (const [, id, arrival, departure] of code.matchAll(stay)) {
          found.push({ page, property: portfolio[Number(id) - 1]?.key, arrival, departure });
        }
      }
    }
    for (const one of found) expect(one).toMatchObject(SHOWN_STAY);
    const pages = found.map((one) => (one as { page: string }).page);
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/integrators/start.md']));
  });
});
