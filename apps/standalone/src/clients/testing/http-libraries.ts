import http from 'node:http';
import type { Answered } from '../../testing/platform-for-clients';

/**
 * How a common HTTP library writes the requests of a program, and how the program's language writes values in queries.
 */
export interface HttpLibrary {
  headers: Record<string, string>;
  scheme: 'Basic' | 'Bearer' | 'bearer';
  /** The Content-Type of JSON bodies. */
  type: string;
  /** Whether requests without a body have a Content-Type too. */
  hasTypeAlways?: boolean;
  /** Whether requests other than GET send Content-Length: 0 if they have no body. */
  hasLengthAlways?: boolean;
  /** Whether bodies are sent with chunked encoding instead of a Content-Length. */
  isChunked?: boolean;
  /** Whether the library waits for the response 100 Continue before it sends a body. */
  waitsForContinue?: boolean;
  /** How a time is written in a query. */
  since: string;
  /** How the value true is written in a query. */
  truth: string;
}

const accept = { Accept: '*/*' };

export const libraries: Record<string, HttpLibrary> = {
  'requests of Python': {
    headers: { 'User-Agent': 'python-requests/2.32.3', 'Accept-Encoding': 'gzip, deflate', ...accept },
    scheme: 'Basic',
    type: 'application/json',
    hasLengthAlways: true,
    since: '2024-11-20+23%3A04%3A29.696741',
    truth: 'True',
  },
  'axios of Node': {
    headers: {
      Accept: 'application/json, text/plain, */*',
      'User-Agent': 'axios/1.7.9',
      'Accept-Encoding': 'gzip, compress, deflate, br',
    },
    scheme: 'Bearer',
    type: 'application/json',
    hasTypeAlways: true,
    since: '2024-05-24T23:03:29.919Z',
    truth: 'true',
  },
  'HttpClient of .NET': {
    headers: { Accept: 'application/json' },
    scheme: 'Bearer',
    type: 'application/json; charset=utf-8',
    isChunked: true,
    since: '2024-01-01T00%3A00%3A00Z',
    truth: 'True',
  },
  'curl in PHP': {
    headers: { 'User-Agent': 'GuzzleHttp/7', ...accept },
    scheme: 'Basic',
    type: 'application/json',
    waitsForContinue: true,
    since: '2024-01-01',
    truth: 'true',
  },
  'Net::HTTP of Ruby': {
    headers: {
      'Accept-Encoding': 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
      ...accept,
      'User-Agent': 'Ruby',
      Connection: 'close',
    },
    scheme: 'bearer',
    type: 'application/json',
    hasTypeAlways: true,
    since: '2024-01-01%2000:00:00',
    truth: 'true',
  },
};

/** What a program sends with an HTTP library. */
export interface ProgramRequest {
  method: string;
  target: string;
  body?: object;
}

/** The parts of a program that are the same for all its requests. */
export interface Program {
  url: string;
  agent: http.Agent;
  /** The value of the Authorization header; undefined for none. */
  authorization?: string;
}

export interface ProgramAnswer extends Answered {
  /** Whether the request used the connection of an earlier request. */
  isReused: boolean;
}

/** Sends a request with exactly the headers of the library. */
export function sendAs(library: HttpLibrary, program: Program, sent: ProgramRequest): Promise<ProgramAnswer> {
  const { hostname, port } = new URL(program.url);
  const content = sent.body && JSON.stringify(sent.body);
  const headers = headersOf(library, program, sent.method, content);
  return new Promise((resolve, reject) => {
    const { method, target: path } = sent;
    const request = http.request({ hostname, port, path, method, headers, agent: program.agent });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ ...answered(response, text), isReused: request.reusedSocket });
      });
    });
    if (headers.Expect === undefined) return void request.end(content);
    request.once('continue', () => request.end(content));
    request.flushHeaders();
  });
}

function headersOf(library: HttpLibrary, { authorization }: Program, method: string, content?: string) {
  const hasBody = content !== undefined;
  const length = hasBody && !library.isChunked ? Buffer.byteLength(content) : 0;
  const hasLength = hasBody ? !library.isChunked : library.hasLengthAlways && method !== 'GET';
  const headers: Record<string, string> = {
    ...library.headers,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(hasBody || library.hasTypeAlways ? { 'Content-Type': library.type } : {}),
    ...(hasLength ? { 'Content-Length': String(length) } : {}),
    ...(hasBody && library.isChunked ? { 'Transfer-Encoding': 'chunked' } : {}),
    ...(hasBody && library.waitsForContinue ? { Expect: '100-continue' } : {}),
  };
  return headers;
}

function answered({ statusCode = 0, headers: received }: http.IncomingMessage, text: string): Answered {
  const headers = new Headers(Object.entries(received).map(([name, value]): [string, string] => [name, String(value)]));
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { status: statusCode, headers, body: isJson ? JSON.parse(text) : undefined, text };
}
