import { MongoError } from '../../errors';

/** An array with more elements does not fit in a document of 16 MB. */
const MAX_ELEMENTS = 4_194_304;

/** @throws MongoError 146 when an array has more elements than a document can hold */
export function requireArraySize(length: number, name: string): void {
  if (length > MAX_ELEMENTS)
    throw new MongoError(
      146,
      'ExceededMemoryLimit',
      `${name} would build an array of ${length} elements, which is more than a document can hold`,
    );
}
