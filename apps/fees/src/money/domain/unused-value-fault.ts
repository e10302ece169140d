interface Values {
  amount?: number | null;
  percent?: number | null;
}

/**
 * Says that a request sets a value which its mode does not use and which would never be charged; undefined if it does
 * not. Repeating the present value is allowed.
 */
export function unusedValueFault(sent: Values, before: Values, mode: string, used: 'amount' | 'percent'): string[] {
  const unused = used === 'amount' ? 'percent' : 'amount';
  const value = sent[unused] ?? null;
  if (value === null || value === before[unused]) return [];
  return [`${unused}: ${value} is not accepted; mode ${mode} uses ${used}`];
}
