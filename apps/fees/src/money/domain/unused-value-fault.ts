interface Values {
  amount?: number | null;
  percent?: number | null;
}

/**
 * Returns a message if a request sets an amount or a percentage that the mode of the definition does not use, because
 * such a value would never be charged. Repeating the current value is allowed.
 */
export function unusedValueFault(sent: Values, before: Values, mode: string, used: 'amount' | 'percent'): string[] {
  const unused = used === 'amount' ? 'percent' : 'amount';
  const value = sent[unused] ?? null;
  if (value === null || value === before[unused]) return [];
  return [`${unused}: ${value} is not accepted; mode ${mode} uses ${used}`];
}
