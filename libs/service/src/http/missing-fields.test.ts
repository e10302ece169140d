import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { webhookOperatorContract } from '@keyhaven/contracts/webhook/operator-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { RequestValidationError } from './ts-rest';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { validationMessages } from './validation-messages';

/** Returns the messages with which the schema refuses the body. */
function messagesOf(schema: z.ZodType, body: unknown): string[] {
  const { error } = schema.safeParse(body);
  const fault = new RequestValidationError(null, null, null, error ?? null);
  return validationMessages(fault, { body } as Request, { locals: {} } as Response);
}

const contracts: Record<string, Record<string, AppRoute>> = {
  bookingOperatorContract,
  bookingPublicContract,
  feesOperatorContract,
  feesPublicContract,
  financeOperatorContract,
  identityOperatorContract,
  messagingOperatorContract,
  messagingPublicContract,
  pricingOperatorContract,
  pricingPublicContract,
  webhookOperatorContract,
  webhookPublicContract,
};
const bodies = Object.entries(contracts).flatMap(([contract, routes]) =>
  Object.entries(routes).flatMap(([route, description]) =>
    'body' in description && description.body instanceof z.ZodType
      ? [[`${contract}.${route}`, description.body] as const]
      : [],
  ),
);

describe('a required field that is missing', () => {
  it('is reported as required, with what its schema expects', () => {
    const schema = z
      .object({ name: z.string({ error: 'expected a name' }), count: z.number(), nested: z.object({ a: z.string() }) })
      .partial()
      .required({ name: true, count: true, nested: true });
    expect(messagesOf(schema, { nested: {} })).toEqual([
      'name: is required; expected a name',
      'count: is required; expected a number',
      'nested.a: is required; expected a text',
    ]);
  });

  it('is reported as required even if its schema accepts any value', () => {
    const schema = z.object({ anything: z.unknown() }).partial().required();
    expect(messagesOf(schema, {})).toEqual(['anything: is required; expected a value']);
  });

  it.each(bodies)("is reported in our own words, not the validator's, by the route %s", (_route, body) => {
    for (const message of messagesOf(body, {})) {
      expect(message).toMatch(/^body: \{\} is not accepted; |: is required; /);
      expect(message).not.toMatch(/nonoptional|undefined|Invalid input/);
    }
  });
});
