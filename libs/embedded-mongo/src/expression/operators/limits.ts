import { MongoError } from '../../errors/mongo-error';

/** A document of 16 MB cannot contain an array with more elements than this. */
const MAX_ELEMENTS = 4_194_304;

/** @throws MongoError 146 if an array has more elements than a document can contain */
export function requireArraySize(length: number, name: string): void {
  if (length > MAX_ELEMENTS)
    throw new MongoError(
      146,
      'ExceededMemoryLimit',
      `${name} would build an array of ${length} elements, which is more than a document can hold`,
    );
}
