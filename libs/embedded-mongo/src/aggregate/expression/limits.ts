import { MongoError } from '../../errors';

/** An array of more elements cannot be part of a document of 16 MB. */
const MAX_ELEMENTS = 4_194_304;
/** Longer than any text that a document holds; intermediate texts may be longer than a document. */
const MAX_TEXT = 67_108_864;

/** @throws MongoError 146 for an array that grew beyond what a document can hold */
export function requireArraySize(length: number, name: string): void {
  if (length > MAX_ELEMENTS)
    throw new MongoError(
      146,
      'ExceededMemoryLimit',
      `${name} would build an array of ${length} elements, which is more than a document can hold`,
    );
}

/** @throws MongoError 146 for a text beyond any document's */
export function requireTextSize(length: number, name: string): void {
  if (length > MAX_TEXT)
    throw new MongoError(
      146,
      'ExceededMemoryLimit',
      `${name} would build a text of ${length} characters, which is more than a document can hold`,
    );
}
