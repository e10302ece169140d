import { foldedText } from './folded-text';

describe('texts that are compared regardless of case', () => {
  it.each([
    ['Hauptstraße', 'HAUPTSTRASSE'],
    ['Groß', 'GROẞ'],
    ['Işıl', 'IŞIL'],
    ['Işıl', 'ışıl'],
    ['İstanbul', 'istanbul'],
    ['Café', 'CAFE\u0301'],
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς'],
    ['Ναός', 'ΝΑΌΣ'],
  ])('are the same: %s and %s', (one, other) => {
    expect(foldedText(one)).toBe(foldedText(other));
  });

  it.each([
    ['Cafe', 'Café'],
    ['Osten', 'Ösen'],
  ])('are different: %s and %s', (one, other) => {
    expect(foldedText(one)).not.toBe(foldedText(other));
  });
});
