import { Int32 } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../../storage/write-document';
import type { Command } from '../execution/command';
import { MAX_MESSAGE_BYTES } from '../wire/parse-message';
import { MAX_BATCH_WRITES } from '../execution/write-errors';

/** The version of the wire protocol in MongoDB 7.0. */
const MAX_WIRE_VERSION = 21;

export const hello: Command = {
  names: ['hello', 'isMaster', 'ismaster'],
  fields: 'any',
  run({ name, client }) {
    const isOld = name !== 'hello';
    return {
      ...(isOld ? { helloOk: true, ismaster: true } : { isWritablePrimary: true }),
      maxBsonObjectSize: new Int32(MAX_DOCUMENT_BYTES),
      maxMessageSizeBytes: new Int32(MAX_MESSAGE_BYTES),
      maxWriteBatchSize: new Int32(MAX_BATCH_WRITES),
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      connectionId: new Int32(client.id),
      minWireVersion: 0,
      maxWireVersion: MAX_WIRE_VERSION,
      readOnly: false,
    };
  },
};
