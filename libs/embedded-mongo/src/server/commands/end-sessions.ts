import { typeMismatch } from '../../errors';
import { isDocument } from '../../values/document';
import { arrayArgument } from '../arguments';
import type { Command } from '../command';
import { sessionId } from '../session';

/** Closes the cursors of sessions. Sessions have no other purpose: there are no transactions and no retryable writes. */
export const endSessions: Command = {
  names: ['endSessions'],
  fields: [],
  run(request) {
    for (const lsid of arrayArgument(request, request.name) ?? []) {
      const id = isDocument(lsid) ? sessionId(lsid) : undefined;
      if (id === undefined) throw typeMismatch(`'${request.name}' takes a list of sessions: [{ id: <UUID> }]`);
      request.state.cursors.killSession(id);
    }
    return {};
  },
};
