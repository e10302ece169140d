interface Values {
  amount?: number | null;
  percent?: number | null;
}

/**
 * Whether a request sends a value that the mode does not use, and that would charge nothing: none, or the fault in words.
 * A value that is there already may be sent again.
 */
export function unusedValueFault(sent: Values, before: Values, mode: string, used: 'amount' | 'percent'): string[] {
  const unused = used === 'amount' ? 'percent' : 'amount';
  const value = sent[unused] ?? null;
  if (value === null || value === before[unused]) return [];
  return [`${unused}: ${value} is not accepted; mode ${mode} uses ${used}`];
}
