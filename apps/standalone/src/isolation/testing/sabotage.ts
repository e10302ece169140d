import { countStoreCommands } from '@keyhaven/testing/count-store-commands';

/**
 * Leaves the account out of every query and every change of a collection, which no code of the platform can do.
 * @returns a function that ends this.
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
