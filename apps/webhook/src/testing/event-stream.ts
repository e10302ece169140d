import http from 'node:http';
import { until } from '@keyhaven/testing/until';

/** A connection that reads server-sent events. */
export interface EventStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The whole text that was received. */
  text: () => string;
  /** The ids and parsed data of the events received so far. */
  events: () => { id: string; data: { id: string } }[];
  /** The last id, which a browser would send when it reconnects. */
  lastId: () => string;
  /** Waits for this number of events. */
  have: (count: number) => Promise<{ id: string; data: { id: string } }[]>;
  /** How the server ended the stream. Undefined while the stream is open. */
  ended: () => 'complete' | 'cut' | undefined;
  /** Disconnects the client. */
  leave: () => void;
}

/** Connects to v2/events. @param reads whether the client reads what the server sends. */
export async function openStream(
  url: string,
  authorization: string,
  {
    query = '',
    headers = {},
    reads = true,
  }: { query?: string; headers?: Record<string, string>; reads?: boolean } = {},
): Promise<EventStream> {
  let text = '';
  let ended: 'complete' | 'cut' | undefined;
  const request = http.get(`${url}/v2/events${query}`, {
    headers: { accept: 'text/event-stream', authorization, ...headers },
    agent: false,
  });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  request.on('error', () => {});
  response.on('error', () => {});
  if (reads) response.setEncoding('utf8').on('data', (part: string) => (text += part));
  response.once('close', () => (ended = response.complete ? 'complete' : 'cut'));
  const fields = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .map(
        (block) => new Map(block.split('\n').map((line) => [line.split(': ')[0]!, line.slice(line.indexOf(': ') + 2)])),
      );
  const events = () =>
    fields().flatMap((block) => {
      const data = block.get('data');
      return data === undefined ? [] : [{ id: block.get('id')!, data: JSON.parse(data) as { id: string } }];
    });
  return {
    status: response.statusCode!,
    headers: response.headers,
    text: () => text,
    events,
    lastId: () =>
      fields()
        .flatMap((block) => block.get('id') ?? [])
        .at(-1)!,
    have: (count) => until(() => (events().length >= count ? events() : undefined)),
    ended: () => ended,
    leave: () => void request.destroy(),
  };
}
