import { failedToParse, MongoError } from '../../errors/mongo-error';
import { rawArray } from '../../storage/raw-document';
import { decode, type Document } from '../../values/decode';
import { keysOf } from '../../values/document';
import type { Request } from './command';
import { checkBatch } from './write-errors';

/**
 * The encoded documents in a list of a command: `documents`, `updates` or `deletes`. Drivers send
 * the list either in the body or as a document sequence.
 */
export function rawStatements(request: Request, field: string): Buffer[] {
  const found = request.message.sequences.get(field) ?? rawArray(request.message.rawBody, field);
  if (!found) throw failedToParse(`BSON field '${request.name}.${field}' is missing or not an array of documents`);
  checkBatch(found);
  return found;
}

/** The decoded statements of an update or delete. Unknown fields are refused. */
export function statements(request: Request, field: string, known: ReadonlySet<string>): Document[] {
  return rawStatements(request, field).map((raw) => {
    const statement = decode(raw);
    for (const name of keysOf(statement)) {
      if (!known.has(name)) {
        throw new MongoError(
          40415,
          'Location40415',
          `BSON field '${request.name}.${field}.${name}' is an unknown field.`,
        );
      }
    }
    return statement;
  });
}
