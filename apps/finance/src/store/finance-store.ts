import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import type { OwnerEntry } from '@keyhaven/contracts/finance/statement';
import type { Deposit, Fee, Payment, Refund } from '@keyhaven/contracts/finance/records';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { type FindUnknown, recordDirectory } from '@keyhaven/service/references/record-directory';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import type { Connection, Model } from 'mongoose';
import { type AccountCopy, accountCopies } from './account-copy';
import { balanceEntity, type BalanceDocument, balanceModel } from './balance.model';
import { type BookingCopy, bookingCopies } from './booking-copy';
import { completedByBooking } from './completed-by-booking';
import { type OwnerCopy, ownerCopies } from './owner-copy';
import { type PropertyCopy, propertyCopies } from './property-copy';
import {
  type DepositDetails,
  type FeeDetails,
  type FinancialBody,
  type FinancialDocument,
  financialModel,
  type PaymentDetails,
  type RecordCollection,
  type RefundDetails,
} from './financial-record.model';
import { presentDeposit, presentFee, presentPayment, presentRefund } from './present-records';
import {
  closedStatementEntity,
  type ClosedStatementDocument,
  closedStatementModel,
  furtherPageEntity,
  type FurtherPageDocument,
  furtherPageModel,
} from './closed-statement.model';
import { ownerEntryEntity, type OwnerEntryDocument, ownerEntryModel } from './owner-entry.model';
import {
  statementAccountEntity,
  type StatementAccountDocument,
  statementAccountModel,
} from './statement-account.model';
import { financialEntity, type FinancialKind, type RecordsOf } from './record-kinds';

/** Warns operators of payments that need attention. */
export interface Warnings {
  /**
   * A payment was completed for a booking that was canceled, or that lapsed because it was not paid
   * in time.
   */
  paidThoughCanceled(scope: AccountScope, bookingId: number): void;
  /**
   * The booking service could not be notified. It will receive the balance event instead. A payment is also sent again.
   */
  notNotified(scope: AccountScope, bookingId: number, error: unknown): void;
}

/** Everything that the finance service stores, and the clients that it uses. */
export interface FinanceStore {
  ids: IdAllocator;
  booking: PeerClient<typeof bookingInternalContract>;
  warn: Warnings;
  /** The interval, in milliseconds, at which a payment is sent again until the booking service acknowledges it. */
  notifyAgainMs: number;
  /**
   * The generation of the database. It increases after a restore from a backup, and is part of every published version.
   */
  generation: number;
  accounts: CopyRepository<AccountCopy>;
  bookings: CopyRepository<BookingCopy>;
  properties: CopyRepository<PropertyCopy>;
  owners: CopyRepository<OwnerCopy>;
  /** Looks up owners in the copies, or else at the booking service. */
  ownerDirectory: FindUnknown;
  payments: RecordsOf<PaymentDetails, Payment>;
  /** The payments of all accounts, for the sweep that sends payments again. */
  paymentModel: Model<FinancialDocument<PaymentDetails>>;
  refunds: RecordsOf<RefundDetails, Refund>;
  fees: RecordsOf<FeeDetails, Fee>;
  deposits: RecordsOf<DepositDetails, Deposit>;
  balances: TenantRepository<BalanceDocument>;
  statementAccounts: TenantRepository<StatementAccountDocument>;
  closedStatements: TenantRepository<ClosedStatementDocument>;
  furtherPages: TenantRepository<FurtherPageDocument>;
  ownerEntries: TenantRepository<OwnerEntryDocument, OwnerEntry>;
}

export function createFinanceStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  booking: PeerClient<typeof bookingInternalContract>,
  warn: Warnings,
  notifyAgainMs: number,
): FinanceStore {
  const recordsOf = <Details, Shown extends { id: number }>(
    kind: FinancialKind,
    present: (body: FinancialBody<Details>) => Shown,
  ): RecordsOf<Details, Shown> => {
    const collection: RecordCollection = `${kind}s`;
    const records = new TenantRepository({
      model: financialModel<Details>(connection, collection),
      noun: `a ${kind}`,
      entities: [financialEntity(kind, present)],
      relay,
    });
    return { kind, present, records, completedOf: completedByBooking(records) };
  };
  const owners = ownerCopies(connection);
  return {
    ids,
    booking,
    warn,
    notifyAgainMs,
    generation: relay.generation,
    accounts: accountCopies(connection),
    bookings: bookingCopies(connection),
    properties: propertyCopies(connection),
    owners,
    ownerDirectory: recordDirectory('owner', booking, knownIn(owners)),
    payments: recordsOf('payment', presentPayment),
    paymentModel: connection.model<FinancialDocument<PaymentDetails>>('payments'),
    refunds: recordsOf('refund', presentRefund),
    fees: recordsOf('fee', presentFee),
    deposits: recordsOf('deposit', presentDeposit),
    balances: new TenantRepository({
      model: balanceModel(connection),
      noun: 'a balance',
      entities: [balanceEntity],
      relay,
    }),
    statementAccounts: new TenantRepository({
      model: statementAccountModel(connection),
      noun: 'an account with statements',
      entities: [statementAccountEntity],
      relay,
    }),
    closedStatements: new TenantRepository({
      model: closedStatementModel(connection),
      noun: 'a closed statement',
      entities: [closedStatementEntity],
      relay,
    }),
    furtherPages: new TenantRepository({
      model: furtherPageModel(connection),
      noun: 'a page of a closed statement',
      entities: [furtherPageEntity],
      relay,
    }),
    ownerEntries: new TenantRepository({
      model: ownerEntryModel(connection),
      noun: 'an entry of an owner',
      entities: [ownerEntryEntity],
      relay,
    }),
  };
}
