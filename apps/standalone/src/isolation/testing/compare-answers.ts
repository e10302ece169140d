import type { Answer } from './http-client';

/** Headers that differ between two answers to the same request. */
const ofOneAnswer = /^(date|x-request-id|content-length|keep-alive|connection|(x-)?ratelimit(-.*)?)$/;

/** Dry runs answer with the present time. */
const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/**
 * Compares the answers to two requests that differ only in one id. An id of another account must get the answer of an id
 * that does not exist.
 * @returns what differs; undefined if nothing does.
 */
export function difference(answer: Answer, id: string, other: Answer, otherId: string): string | undefined {
  const [one, two] = [normalise(answer, id), normalise(other, otherId)];
  return one === two ? undefined : `${one} differs from that to an unknown id, ${two}`;
}

function normalise({ status, headers, text }: Answer, id: string): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !ofOneAnswer.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const written = JSON.stringify([status, Object.fromEntries(kept), text]).replace(instant, '<time>');
  return [id, encodeURIComponent(id)].reduce((rest, each) => rest.replaceAll(each, '<id>'), written);
}
