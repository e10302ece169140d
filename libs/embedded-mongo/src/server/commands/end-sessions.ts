import { typeMismatch } from '../../errors/mongo-error';
import { isDocument } from '../../values/document';
import { arrayArgument } from '../execution/arguments';
import type { Command } from '../execution/command';
import { sessionId } from '../execution/session';

/**
 * Closes the cursors and snapshots of sessions. Sessions have no other state, because transactions
 * and retryable writes are not supported.
 */
export const endSessions: Command = {
  names: ['endSessions'],
  fields: [],
  run(request) {
    for (const lsid of arrayArgument(request, request.name) ?? []) {
      const id = isDocument(lsid) ? sessionId(lsid) : undefined;
      if (id === undefined) throw typeMismatch(`'${request.name}' takes a list of sessions: [{ id: <UUID> }]`);
      request.state.cursors.killSession(id);
      request.state.snapshots.close(id);
    }
    return {};
  },
};
