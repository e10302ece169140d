/** How many attachments are copied at the same time. Each copy waits for the disk, and opens two files. */
const GROUP = 16;

/**
 * Runs the work for each item, in groups of items at the same time.
 * @throws the first error of a group, after all work of the group has ended.
 */
export async function inGroups<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += GROUP) {
    const results = await Promise.allSettled(items.slice(start, start + GROUP).map(work));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
