import { documentsOf, type StoredData } from './stored-data';
import { idPattern } from './recognisable-ids';

/** Finds data of an account in texts that other accounts can read. */
export interface LeakDetector {
  /** How many ids and keys of the account the detector knows. */
  size: number;
  /**
   * Returns the ids, keys and texts of the account that a text contains.
   * @param sent what the reader of the text has sent, and therefore knows already.
   */
  leaksIn: (text: string, sent?: string) => string[];
}

/** Matches ids, GUIDs, keys and hashes. */
const word = /[\w-]{10,}/g;
const digits = /\d{10,}/g;
/** Distinguishes random keys from words: a key has at least 16 characters and contains a digit. */
const isKey = (text: string) => text.length >= 16 && /\d/.test(text);

/**
 * Creates the leak detector of an account. It knows all ids and keys in the stored documents of the account, except
 * those that documents of other accounts contain too.
 * @param marker a word that occurs in all texts of the account.
 */
export function createLeakDetector(data: StoredData, userId: number, marker: string): LeakDetector {
  const own = documentsOf(data, userId);
  const others = new Set(
    [...data].filter(([key]) => !own.has(key)).flatMap(([key, text]) => wordsOf(`${key} ${text}`)),
  );
  const words = [...own].flatMap(([key, text]) => wordsOf(`${key} ${text}`));
  const known = new Set(words.filter((text) => (idPattern.test(text) || isKey(text)) && !others.has(text)));
  known.add(String(userId));
  return {
    size: known.size,
    leaksIn: (text, sent = '') => {
      const knownAlready = new Set(wordsOf(sent));
      const found = wordsOf(text).filter((each) => known.has(each) && !knownAlready.has(each));
      const isMarked = text.toLowerCase().includes(marker) && !sent.toLowerCase().includes(marker);
      return [...new Set([...found, ...(isMarked ? [marker] : [])])];
    },
  };
}

function wordsOf(text: string): string[] {
  const plain = text.replace(/%[\dA-Fa-f]{2}/g, ' ');
  return [...(plain.match(word) ?? []), ...(plain.match(digits) ?? [])];
}
