import { countStoreCommands } from '@keyhaven/testing/count-store-commands';

/**
 * Removes the account from the filter of every find and every findAndModify of a collection. The
 * platform itself has no such function.
 * @returns a function that restores the filters.
 */
export function leaveOutAccount(collection: string): () => void {
  const sabotaged = countStoreCommands((command) => {
    if (command.find === collection) command.filter = withoutAccount(command.filter);
    if (command.findAndModify === collection) command.query = withoutAccount(command.query);
    return true;
  });
  return () => void sabotaged.end();
}

function withoutAccount(filter: unknown): unknown {
  if (typeof filter !== 'object' || filter === null) return filter;
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== 'user_id'));
}
