/**
 * Resolves or rejects like `work`, but rejects if `work` takes longer than `ms` milliseconds. A
 * later result of `work` is ignored.
 */
export async function withDeadline<Outcome>(work: Promise<Outcome>, ms: number, what: string): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
