import type { RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { chunkOf } from '@keyhaven/contracts/identity/request-log-id';
import type { WaitingEntry } from './waiting-entries';

/** Groups entries into chunks, by account and by time. The entries of a chunk are in the order of their ids. */
export function makeChunks(entries: readonly WaitingEntry[]): RequestChunk[] {
  const groups = new Map<string, WaitingEntry[]>();
  for (const entry of entries) {
    const key = `${entry.userId} ${chunkOf(entry.id)}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].map(chunkFrom);
}

function chunkFrom(entries: WaitingEntry[]): RequestChunk {
  entries.sort((one, other) => (one.id < other.id ? -1 : 1));
  return {
    user_id: entries[0]!.userId,
    first: entries[0]!.id,
    last: entries[entries.length - 1]!.id,
    terms: [...new Set(entries.flatMap(({ terms }) => terms))],
    requests: entries.map(({ request }) => request),
    bodies: entries.flatMap(({ bodies }) => bodies ?? []),
  };
}
