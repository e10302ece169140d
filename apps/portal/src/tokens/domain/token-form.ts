import type { Scope } from '@keyhaven/contracts/identity/identity';

/** What a person entered for a new token. */
export interface TokenForm {
  name: string;
  scope: Scope;
  /** The number of days until the token expires, or `never`. */
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
 * Returns when a token that is created now expires. Null means never. Undefined means that this choice is not in the
 * form's list.
 */
export function expiryOf(expiry: string, now: Date): string | null | undefined {
  if (!expiryOptions.some(({ value }) => value === expiry)) return undefined;
  if (expiry === 'never') return null;
  const end = new Date(now.getTime() + Number(expiry) * DAY_MS);
  return `${end.toISOString().slice(0, 19)}Z`;
}
