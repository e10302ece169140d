import type { PaidOutKind } from '@keyhaven/contracts/finance/records';
import { services } from '@keyhaven/contracts/platform/services';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { Entity, PublicRecord } from '@keyhaven/persistence/entity';
import type { CompletedOf } from './completed-by-booking';
import type { FinancialBody, FinancialDocument } from './financial-record.model';

export type FinancialKind = PaidOutKind | 'deposit';

/** The repository of one kind of record, and the function that presents a record. */
export interface RecordsOf<Details, Shown extends { id: number }> {
  kind: FinancialKind;
  records: TenantRepository<FinancialDocument<Details>, Shown>;
  present: (body: FinancialBody<Details>) => Shown;
  completedOf: CompletedOf<Details>;
}

/** How changes of one kind of record are published. */
export function financialEntity<Details, Shown extends PublicRecord>(
  kind: FinancialKind,
  present: (body: FinancialBody<Details>) => Shown,
): Entity<FinancialDocument<Details>, Shown> {
  return {
    type: kind,
    topic: services.finance.topic,
    isIn: () => true,
    present,
    categories: () => ['financial'],
  };
}
