import type { Answer } from './http-client';

/** Headers that may differ between two responses to the same request. */
const ofOneAnswer = /^(date|x-request-id|content-length|keep-alive|connection|(x-)?ratelimit(-.*)?)$/;

/** Matches values that depend on the time: times in responses to dry runs, and the expiry in signed URLs. */
const ofNow = /\d{4}-\d\d-\d\dT[\d:.]+Z|expires=\d+&signature=[\w-]+/g;

/**
 * Compares the responses to two requests that differ only in ids. An id of another account must get the same response
 * as an id that does not exist.
 * @param ids the ids in the first request.
 * @param otherIds the ids in the same positions of the other request.
 * @returns what differs; undefined if nothing does.
 */
export function difference(
  answer: Answer,
  ids: readonly string[],
  other: Answer,
  otherIds: readonly string[],
): string | undefined {
  const [one, two] = [normalise(answer, ids), normalise(other, otherIds)];
  return one === two ? undefined : `${one} differs from that to an unknown id, ${two}`;
}

function normalise({ status, headers, text }: Answer, ids: readonly string[]): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !ofOneAnswer.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return withoutIds(JSON.stringify([status, Object.fromEntries(kept), text]).replace(ofNow, '<time>'), ids);
}

/** Removes ids from a text, in each spelling. Removes longer ids first, because they may contain shorter ones. */
export function withoutIds(text: string, ids: readonly string[]): string {
  const spellings = ids.flatMap((id) => [
    id,
    encodeURIComponent(id),
    new URLSearchParams({ '': id }).toString().slice(1),
  ]);
  const sorted = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return sorted.reduce((rest, each) => rest.replaceAll(each, '<id>'), text);
}
