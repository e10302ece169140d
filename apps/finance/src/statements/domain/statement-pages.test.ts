import fc from 'fast-check';
import type { LedgerLine } from './ledger-lines';
import type { AdjustmentLine } from './open-statement';
import { pagesOf } from './statement-pages';

const text = fc.string({ maxLength: 80, unit: 'grapheme' });
const lines = fc.array(text, { maxLength: 30 });

describe('the pages of a statement', () => {
  it('contain all lines and adjustments in order; only a page with a single line can exceed the maximum size', () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 1, max: 400 }), (own, corrections, pageBytes) => {
        const statement = {
          lines: own.map((description) => ({ description }) as LedgerLine),
          adjustments: corrections.map((kind) => ({ kind }) as unknown as AdjustmentLine),
        };
        const pages = pagesOf(statement, pageBytes);
        expect(pages.flatMap((page) => page.lines)).toEqual(statement.lines);
        expect(pages.flatMap((page) => page.adjustments)).toEqual(statement.adjustments);
        for (const page of pages) {
          const all = [...page.lines, ...page.adjustments];
          const bytes = all.reduce((sum, line) => sum + Buffer.byteLength(JSON.stringify(line)), 0);
          expect(bytes <= pageBytes || all.length === 1).toBe(true);
          if (pages.length > 1) expect(all.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
