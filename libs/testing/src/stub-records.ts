import { json } from 'node:stream/consumers';
import { findRecordsContract, type RecordSearch } from '@keyhaven/contracts/shared/find-records-contract';
import { startLoopbackServer } from './loopback-server';

/** A stub of the services that own records. It answers which of the given ids an account does not have. */
export interface StubRecords {
  url: string;
  /** Adds a record as if its owning service had stored it but not yet published its event. */
  add(userId: number, entityType: string, id: number): void;
  /** Whether the owning services are available. */
  isThere: boolean;
  close(): Promise<void>;
}

export async function startStubRecords(): Promise<StubRecords> {
  const known = new Set<string>();
  const keyOf = (userId: number, entityType: string, id: number) => `${userId}/${entityType}/${id}`;
  const server = await startLoopbackServer((request, response) => {
    void json(request).then((body) => {
      if (!stub.isThere || request.url !== findRecordsContract.findRecords.path)
        return response.writeHead(503).end('{}');
      const { user_id, entity_type, ids } = body as RecordSearch;
      const unknown_ids = ids.filter((id) => !known.has(keyOf(user_id, entity_type, id)));
      return response.end(JSON.stringify({ unknown_ids }));
    });
  });
  const stub: StubRecords = {
    url: server.url,
    add: (userId, entityType, id) => void known.add(keyOf(userId, entityType, id)),
    isThere: true,
    close: server.close,
  };
  return stub;
}
