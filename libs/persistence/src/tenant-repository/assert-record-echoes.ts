import { type AccountScope, assertEchoes } from '../account-scope';
import { type PublicRecord, versionOf } from '../entity';
import type { RepositoryOptions } from './repository-types';
import type { Body, TenantDocument } from '../tenant-document';

/**
 * Checks the values that a client sent for fields that only the server sets. Each must equal the
 * value of the record before or after the write.
 * @param references the parts of other records that the records show. Loaded if undefined.
 * @throws ApiError bad_request that names the fields that differ.
 */
export async function assertRecordEchoes<Document extends TenantDocument, Shown extends PublicRecord, References>(
  repository: RepositoryOptions<Document, Shown, References>,
  scope: AccountScope,
  bodies: readonly Body<Document>[],
  references: References | undefined,
): Promise<void> {
  if (!scope.echoes?.length) return;
  const [entity] = repository.entities;
  const at = new Date();
  // A repository without `loadReferences` has `undefined` as its type `References`, so this result
  // has the right type.
  const loaded = references ?? (await repository.loadReferences?.(scope, bodies));
  const records = bodies.map((body) => ({
    version: versionOf(entity, body),
    ...entity.present(body, loaded as References, at),
  }));
  assertEchoes(scope, records);
}
