import { documentsOf, type StoredData } from './stored-data';
import { idPattern } from './recognisable-ids';

/** Finds what belongs to an account in texts that others see. */
export interface LeakDetector {
  /** How many ids and keys it knows. */
  size: number;
  /**
   * Returns what a text shows of the account.
   * @param sent what the reader of the text sent, and so knows already.
   */
  leaksIn: (text: string, sent?: string) => string[];
}

/** Ids, GUIDs, keys and hashes. */
const word = /[\w-]{10,}/g;
const digits = /\d{10,}/g;
/** A key has at least this length, and a digit, unlike the words of the platform. */
const isKey = (text: string) => text.length >= 16 && /\d/.test(text);

/**
 * Creates the detector of an account. It knows all ids and keys in the stored documents that name the account, except
 * those that other documents have too.
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
