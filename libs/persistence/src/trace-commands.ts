import type { StartedSpan, Tracing } from '@keyhaven/tracing/tracing';
import type { mongo } from 'mongoose';

/**
 * Records a span for each command that a traced request, job or event sends to the database. The
 * span contains the names of the command and the collection, but no filter and no values.
 */
export function traceCommands(client: mongo.MongoClient, tracing: Tracing): void {
  const open = new Map<number, StartedSpan>();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    if (!tracing.storedHeaders()) return;
    const collection = collectionOf(commandName, command);
    const span = tracing.start({
      name: collection === undefined ? commandName : `${commandName} ${collection}`,
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.namespace': databaseName,
        'db.operation.name': commandName,
        'db.collection.name': collection,
      },
    });
    open.set(requestId, span);
  });
  const close = (requestId: number, failure?: Error & { code?: unknown }) => {
    const span = open.get(requestId);
    if (!span) return;
    open.delete(requestId);
    if (failure) span.fail(typeof failure.code === 'number' ? String(failure.code) : failure.name);
    span.end();
  };
  client.on('commandSucceeded', ({ requestId }) => close(requestId));
  client.on('commandFailed', ({ requestId, failure }) => close(requestId, failure));
}

/**
 * Returns the name of the collection that a command uses. Most commands contain it in the field
 * that is named after the command (`find: 'stays'`); getMore contains it in the field `collection`.
 */
function collectionOf(commandName: string, command: Record<string, unknown>): string | undefined {
  const named = command[commandName];
  const collection = typeof named === 'string' ? named : command.collection;
  return typeof collection === 'string' ? collection : undefined;
}
