import type { accountCreation, userCreation } from '@keyhaven/contracts/identity/identity';
import type { z } from 'zod';

/** The company whose properties the demo data shows. It manages them for their owners. */
export const demoCompany: z.input<typeof accountCreation> = {
  company_name: 'Wren & Harbour Stays',
  time_zone: 'America/New_York',
  currency_code: 'USD',
  is_property_management: true,
};

/** Who signs in to it. */
export const demoUser: z.input<typeof userCreation> = {
  email_address: 'demo@example.com',
  first_name: 'Winifred',
  last_name: 'Harbour',
};
