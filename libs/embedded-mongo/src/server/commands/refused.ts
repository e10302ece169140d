import { MongoError } from '../../errors/mongo-error';
import type { Command } from '../execution/command';

/** Commands that MongoDB has and this database does not support. The error names the command. */
export const refused: Command = {
  names: [
    'collMod', 'commitTransaction', 'abortTransaction', 'mapReduce', 'convertToCapped', 'cloneCollectionAsCapped', 'compact', 'reIndex',
    'currentOp', 'killOp', 'top', 'profile', 'dbStats', 'collStats', 'createUser', 'createRole', 'saslStart', 'saslContinue',
    'authenticate', 'replSetGetStatus', 'replSetInitiate', 'shardCollection', 'enableSharding', 'setParameter', 'fsync', 'shutdown',
    'bulkWrite', 'createSearchIndexes', 'dropSearchIndex', 'updateSearchIndex', 'startSession', 'killSessions', 'killAllSessions', 'refreshSessions', 'renameCollection',
  ],
  fields: 'any',
  run({ name }) {
    throw new MongoError(115, 'CommandNotSupported', `the command ${name} is not supported by the embedded database`);
  },
}; // prettier-ignore
