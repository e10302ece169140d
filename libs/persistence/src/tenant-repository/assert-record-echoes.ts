import { type AccountScope, assertEchoes } from '../account-scope';
import { type PublicRecord, versionOf } from '../entity';
import type { RepositoryOptions } from '../repository-types';
import type { Body, TenantDocument } from '../tenant-document';

/**
 * Checks the fields of the request that only the server sets against the record before and after the write.
 * @param decided the parts of other records that the records show; undefined to have them loaded.
 * @throws ApiError bad_request that names the fields that differ.
 */
export async function assertRecordEchoes<Document extends TenantDocument, Shown extends PublicRecord, References>(
  repository: RepositoryOptions<Document, Shown, References>,
  scope: AccountScope,
  bodies: readonly Body<Document>[],
  decided: References | undefined,
): Promise<void> {
  if (!scope.echoes?.length) return;
  const [entity] = repository.entities;
  const at = new Date();
  // Without a loader the records show nothing of others: `References` is undefined.
  const references = decided ?? (await repository.loadReferences?.(scope, bodies));
  const records = bodies.map((body) => ({
    version: versionOf(entity, body),
    ...entity.present(body, references as References, at),
  }));
  assertEchoes(scope, records);
}
