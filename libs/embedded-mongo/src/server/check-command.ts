import { badValue, locationError, MongoError, notSupported } from '../errors/mongo-error';
import { isDocument, keysOf, type Document } from '../values/document';
import { isNumeric } from '../values/type-of';
import type { Command } from './execution/command';

/** Fields that every command accepts. */
const COMMON_FIELDS = new Set([
  '$db', 'lsid', '$clusterTime', '$readPreference', 'readConcern', 'writeConcern', 'maxTimeMS', 'comment', 'apiVersion', 'apiStrict',
  'apiDeprecationErrors', 'maxTimeMSOpOnly', 'txnNumber', 'autocommit', 'startTransaction', 'stmtId', 'stmtIds',
]); // prettier-ignore

/**
 * Refuses fields that the command does not accept, and values that no command of this database
 * supports.
 * @throws MongoError 40415 for an unknown field, 20 for a retryable write, 238 for a transaction
 * and other unsupported features of MongoDB
 */
export function checkCommand(command: Command, name: string, body: Document): void {
  if (body.startTransaction !== undefined || body.autocommit !== undefined) {
    // A standalone MongoDB replies with error 20. Drivers would show error 20 as a misleading message about retryable
    // writes, so reply with a different error.
    throw notSupported('a transaction');
  }
  if (body.txnNumber !== undefined) {
    throw new MongoError(
      20,
      'IllegalOperation',
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  if (body.let !== undefined) throw notSupported('the option let');
  const known = command.fields;
  for (const field of known === 'any' ? [] : keysOf(body)) {
    if (field !== name && !COMMON_FIELDS.has(field) && !known.includes(field)) {
      throw locationError(40415, `BSON field '${command.names[0]}.${field}' is an unknown field.`);
    }
  }
  checkReadConcern(command.names[0], body.readConcern);
  checkWriteConcern(body.writeConcern);
}

function checkReadConcern(command: string | undefined, readConcern: unknown): void {
  if (!isDocument(readConcern)) return;
  const level = readConcern.level ?? 'local';
  // A find with this read concern reads a snapshot. Drivers repeat the read concern in the getMore commands for its
  // cursor.
  if (level === 'snapshot' && (command === 'find' || command === 'getMore')) return;
  if (level !== 'local' && level !== 'majority' && level !== 'available')
    throw notSupported(`read concern ${JSON.stringify(level)}`);
  if (readConcern.atClusterTime !== undefined) throw notSupported('read concern with atClusterTime');
}

/**
 * Accepts every write concern that a single server can meet. All acknowledged writes are on disk.
 */
function checkWriteConcern(writeConcern: unknown): void {
  if (!isDocument(writeConcern)) return;
  const { w } = writeConcern;
  if (w === undefined || w === null || w === 'majority') return;
  if (isNumeric(w) && Number(w) <= 1) return;
  if (isNumeric(w)) throw badValue("cannot use 'w' > 1 when a host is not replicated");
  throw badValue(`cannot use non-majority 'w' mode ${JSON.stringify(w)} when a host is not a member of a replica set`);
}
