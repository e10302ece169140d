import { typeMismatch } from '../../errors';
import { isDocument } from '../../values/document';
import { arrayArgument } from '../arguments';
import type { Command, Request } from '../command';
import { sessionId } from '../session';

/**
 * Sessions exist to end what they began: their cursors. There are no transactions and no retryable writes here, so that
 * they mean nothing else.
 */
export const endSessions: Command = {
  names: ['endSessions'],
  fields: [],
  run(request) {
    for (const session of sessionsNamed(request)) request.state.cursors.killSession(session);
    return {};
  },
};

/** Like endSessions, and an empty list means all sessions. */
export const killSessions: Command = {
  names: ['killSessions'],
  fields: [],
  run(request) {
    const sessions = sessionsNamed(request);
    if (sessions.length === 0) request.state.cursors.killSession();
    for (const session of sessions) request.state.cursors.killSession(session);
    return {};
  },
};

export const refreshSessions: Command = { names: ['refreshSessions'], fields: [], run: () => ({}) };

function sessionsNamed(request: Request): string[] {
  return (arrayArgument(request, request.name) ?? []).map((lsid) => {
    const id = isDocument(lsid) ? sessionId(lsid) : undefined;
    if (id === undefined) throw typeMismatch(`'${request.name}' takes a list of sessions: [{ id: <UUID> }]`);
    return id;
  });
}
