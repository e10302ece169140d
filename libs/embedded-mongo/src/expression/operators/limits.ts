import { MongoError } from '../../errors/mongo-error';

/** A document of 16 MB has no room for an array with more elements. */
const MAX_ELEMENTS = 4_194_304;

/** @throws MongoError 146 when an array has more elements than a document has room for */
export function requireArraySize(length: number, name: string): void {
  if (length > MAX_ELEMENTS)
    throw new MongoError(
      146,
      'ExceededMemoryLimit',
      `${name} would build an array of ${length} elements, which is more than a document can hold`,
    );
}
