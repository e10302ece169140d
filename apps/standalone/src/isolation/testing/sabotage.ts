import { countStoreCommands } from '@keyhaven/testing/count-store-commands';

/**
 * Removes the account from every query and every change of a collection. The code of the platform has no such function.
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
