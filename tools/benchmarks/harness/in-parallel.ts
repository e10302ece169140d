/** Runs the work for each item, at most `atOnce` items at a time. */
export async function inParallel<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  let next = 0;
  const workers = Array.from({ length: atOnce }, async () => {
    while (next < items.length) await work(items[next++]!);
  });
  await Promise.all(workers);
}
