import { applyCopy, type CopyDocument } from '@keyhaven/persistence/apply-copy';
import { type Consumer, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { type Connection, type Model, Schema } from 'mongoose';
import { z } from 'zod';

/** What the booking service keeps of an account, from the identity service's events. */
export interface AccountCopy extends CopyDocument {
  currency_code: string;
  time_zone: string;
  is_property_management: boolean;
}

export function accountCopyModel(connection: Connection): Model<AccountCopy> {
  const schema = new Schema<AccountCopy>(
    {
      _id: Number,
      user_id: Number,
      generation: Number,
      version: Number,
      currency_code: String,
      time_zone: String,
      is_property_management: Boolean,
    },
    { collection: 'account_copies', versionKey: false },
  );
  return connection.model<AccountCopy>('AccountCopy', schema);
}

const accountRecord = z.object({
  currency_code: z.string(),
  time_zone: z.string(),
  is_property_management: z.boolean(),
});

/** Follows the accounts: their currency, time zone and kind decide what bookings get. */
export function followAccounts(accounts: Model<AccountCopy>): Consumer {
  return {
    group: 'booking.accounts',
    topic: 'keyhaven.identity',
    handle: async (event) => {
      if (event.entity_type !== 'account') return;
      const record = accountRecord.safeParse(event.entity);
      if (!record.success) throw new ImpossibleEvent(`the account is not readable: ${record.error.message}`);
      await applyCopy(accounts, event, record.data);
    },
  };
}
