import type { Deposit, DepositLine, Fee, Payment, Refund } from '@keyhaven/contracts/finance/records';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { fromMinor } from '@keyhaven/stays/money';
import type {
  DepositDetails,
  FeeDetails,
  FinancialBody,
  PaymentDetails,
  RefundDetails,
  StoredLine,
} from './financial-record.model';

export function presentPayment(body: FinancialBody<PaymentDetails>): Payment {
  const { guest_id, method, kind } = body.details;
  return { ...ofBooking(body), guest_id, method, kind, collected_utc: effective(body), deposit_id: body.deposit_id };
}

export function presentRefund(body: FinancialBody<RefundDetails>): Refund {
  const { payment_id, kind, reason } = body.details;
  return { ...ofBooking(body), payment_id, kind, reason, paid_utc: effective(body), deposit_id: body.deposit_id };
}

export function presentFee(body: FinancialBody<FeeDetails>): Fee {
  const { type, payment_id } = body.details;
  return { ...ofBooking(body), type, payment_id, deposit_id: body.deposit_id };
}

export function presentDeposit(body: FinancialBody<DepositDetails>): Deposit {
  const { account, lines } = body.details;
  return {
    ...inCommon(body),
    deposited_utc: effective(body),
    account,
    lines: lines.map((line) => presentLine(line, body.currency_code)),
  };
}

function presentLine(line: StoredLine, currencyCode: string): DepositLine {
  const { type, record_id, booking_id, description, amount_minor, source } = line;
  return {
    type,
    record_id,
    booking_id,
    description,
    amount: fromMinor(amount_minor, currencyCode),
    ...(source && {
      source_amount: fromMinor(source.amount_minor, source.currency_code),
      source_currency_code: source.currency_code,
    }),
  };
}

function inCommon(body: FinancialBody<unknown>) {
  const { _id, property_id, booking_id, amount_minor, currency_code, status, reference } = body;
  return {
    id: _id,
    property_id,
    booking_id,
    amount: fromMinor(amount_minor, currency_code),
    currency_code,
    status,
    reference,
    created_utc: instantOrBlank(body.created_utc),
    updated_utc: instantOrBlank(body.updated_utc),
  };
}

/** The fields that payments, refunds and fees have in common. Their booking and property are always set. */
function ofBooking(body: FinancialBody<unknown>) {
  const { property_id, booking_id, ...rest } = inCommon(body);
  if (property_id === null || booking_id === null) throw new Error(`record ${body._id} has no booking`);
  return { ...rest, property_id, booking_id };
}

function effective({ effective_utc }: FinancialBody<unknown>): string | null {
  return effective_utc && formatInstant(effective_utc);
}
