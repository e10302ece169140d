import { asciiWords } from './invite-guests';

describe('asciiWords', () => {
  it.each([
    ['Małgorzata Frączek', ['malgorzata', 'fraczek']],
    ['José Villaseñor', ['jose', 'villasenor']],
    ['Jia-Hui Al-Ansari', ['jiahui', 'alansari']],
    ['Björn Lüders', ['bjorn', 'luders']],
  ])('converts %s to words of lower-case ASCII letters', (name, words) => {
    expect(asciiWords(name)).toEqual(words);
  });
});
