import type { Scope } from '@keyhaven/contracts/identity/identity';

/** What a person entered for a new token. */
export interface TokenForm {
  name: string;
  scope: Scope;
  /** A number of days, or `never`. */
  expiry: string;
}

interface SentFields {
  text(name: string): string;
}

export const tokenForms = {
  empty: { name: '', scope: 'full', expiry: '365' } satisfies TokenForm,
  read: (form: SentFields): TokenForm => ({
    name: form.text('name'),
    scope: form.text('scope') === 'read' ? 'read' : 'full',
    expiry: form.text('expiry'),
  }),
};

export const expiryOptions = [
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In a year' },
  { value: 'never', text: 'Never' },
] as const;

const DAY_MS = 24 * 3600_000;

/**
 * Returns when a token expires that is made now. Null means never. Undefined means that the list does not offer the
 * choice.
 */
export function expiryOf(expiry: string, now: Date): string | null | undefined {
  if (!expiryOptions.some(({ value }) => value === expiry)) return undefined;
  if (expiry === 'never') return null;
  const end = new Date(now.getTime() + Number(expiry) * DAY_MS);
  return `${end.toISOString().slice(0, 19)}Z`;
}
