import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const EXAMPLES_FOLDER = path.resolve(__dirname, '../../../docs/examples');

export interface ExampleRequest {
  method: string;
  /** The path with the values of its parameters, without the query. */
  path: string;
  query?: Record<string, string | number | boolean>;
  /**
   * The headers of the request. If `authorization` is missing, the credentials of the demo account are sent. If it is
   * empty, no credentials are sent.
   */
  headers?: Record<string, string>;
  /** A JSON value. If the content type is that of a form, an object with text values. */
  body?: unknown;
}

export interface ExampleResponse {
  status: number;
  headers: Record<string, string>;
  /** A JSON value, or the text of a page or feed. Absent if the response had no body. */
  body?: unknown;
}

/** A request to the demo platform and the response, as the documents show them. */
export interface Example {
  title: string;
  request: ExampleRequest;
  response: ExampleResponse;
}

/** Reads the recorded examples by operation id. */
export function readExamples(): Record<string, Example[]> {
  if (!existsSync(EXAMPLES_FOLDER)) return {};
  const files = readdirSync(EXAMPLES_FOLDER).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(EXAMPLES_FOLDER, file), 'utf8')) as Example[],
    ]),
  );
}
