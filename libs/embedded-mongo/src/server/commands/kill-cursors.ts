import { Long } from 'bson';
import { typeMismatch } from '../../errors/mongo-error';
import { arrayArgument } from '../execution/arguments';
import type { Command } from '../execution/command';

export const killCursors: Command = {
  names: ['killCursors'],
  fields: ['cursors'],
  run(request) {
    const asked = arrayArgument(request, 'cursors') ?? [];
    const killed: Long[] = [];
    const unknown: Long[] = [];
    for (const id of asked) {
      if (!(id instanceof Long)) throw typeMismatch("BSON field 'killCursors.cursors' holds cursor ids of type 'long'");
      (request.state.cursors.kill(id.toBigInt()) ? killed : unknown).push(id);
    }
    return { cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] };
  },
};
