import type { Statement } from '@keyhaven/contracts/finance/statement';
import { aCharge } from './a-charge';
import type { TestAccount } from './finance-under-test';

export const charges = [aCharge('rent', 1000, 800, 200), aCharge('surcharge', 90, 0, 90), aCharge('tax', 50, 0, 0)];

/** The fields of an owner's booking with a stay in May 2026. */
export function sold(owner_id: number, more: object = {}) {
  return { owner_id, arrival: '2026-05-03', departure: '2026-05-10', charges, ...more };
}

export const statementOf = async (account: TestAccount, owner: number, month: string): Promise<Statement> =>
  (await account.get(`/statements?owner_id=${owner}&month=${month}`)).body.items[0];
