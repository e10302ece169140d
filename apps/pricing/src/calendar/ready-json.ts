import { RawAnswer } from '@keyhaven/service/http/raw-answer';

/** An answer whose JSON stands ready, with an opaque tag that no other bytes have. */
export interface ReadyJson {
  bytes: () => Buffer;
  etag: string;
}

/**
 * Answers the bytes, or 304 to whoever has them. Not Express' own comparison: it answers in full where a request says
 * no-cache, as fetch does with If-None-Match.
 */
export function answerJson({ bytes, etag }: ReadyJson, ifNoneMatch: string | undefined): RawAnswer {
  const headers = { ETag: `"${etag}"` };
  if (isNamedIn(ifNoneMatch, etag)) return new RawAnswer('', headers, 304);
  return new RawAnswer(bytes(), { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
}

/** Whether If-None-Match (RFC 9110, 13.1.2) names the tag; weak tags count as strong ones. */
function isNamedIn(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === etag);
}
