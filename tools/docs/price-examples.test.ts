import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chargesOf, priceExamples } from './price-examples';

const page = readFileSync(path.resolve(__dirname, '../../docs/integrators/prices.md'), 'utf8');

describe('the examples of docs/integrators/prices.md', () => {
  it.each(Object.entries(priceExamples))('show the charges that the platform computes: %s', (heading, example) => {
    const [, section = ''] = page.split(`### ${heading}\n`);
    const rows = (section.split(/\n##/)[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.map(([, charge, , amount]) => [charge, amount])).toEqual(chargesOf(example));
  });

  it('are all tested', () => {
    const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(Object.keys(priceExamples));
  });
});
