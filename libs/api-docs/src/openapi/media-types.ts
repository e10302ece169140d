import { MAX_IMPORTED_LINES, IMPORT_MEDIA_TYPE } from '@keyhaven/contracts/shared/import-contract';
import type { JsonSchema } from '../schemas/json-schema';

/** The media types of an operation whose bodies are not JSON, or not only JSON. */
interface OtherMedia {
  /** The media types of requests that have the JSON schema of the contract. */
  request?: readonly string[];
  /** A body that JSON Schema cannot describe, instead of the one in the contract. */
  requestContent?: Readonly<Record<string, JsonSchema>>;
  /** Answers with another media type, instead of JSON or in addition to it. */
  answers?: Readonly<Record<string, JsonSchema>>;
  isJsonToo?: boolean;
}

const image: JsonSchema = { type: 'string', format: 'binary', description: 'The bytes of the image.' };

const otherMedia: Readonly<Record<string, OtherMedia>> = {
  exchangeToken: { request: ['application/x-www-form-urlencoded', 'application/json'] },
  getAttachment: {
    answers: { 'image/jpeg': image, 'image/png': image, 'image/gif': image, 'image/webp': image },
  },
  showAnnouncementFeed: {
    answers: { 'application/atom+xml': { type: 'string', description: 'An Atom feed (RFC 4287).' } },
  },
  listEvents: {
    isJsonToo: true,
    answers: {
      'text/event-stream': {
        type: 'string',
        description:
          'A stream of server-sent events. `data` of each is an item of the JSON answer, and `id` is its cursor.',
      },
    },
  },
};

const importLines: OtherMedia = {
  requestContent: {
    [IMPORT_MEDIA_TYPE]: {
      type: 'string',
      description: `A JSON object in each line, at most ${MAX_IMPORTED_LINES} lines. Each is the body of the route that creates one such record, plus \`import_key\`.`,
    },
  },
};

/** The media types of an operation, by the name of its route. */
export function mediaOf(name: string, path: string): OtherMedia {
  return path.includes('/imports/') ? importLines : (otherMedia[name] ?? {});
}
