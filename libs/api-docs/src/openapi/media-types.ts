import { MAX_IMPORTED_LINES, IMPORT_MEDIA_TYPE } from '@keyhaven/contracts/shared/import-contract';
import type { JsonSchema } from '../schemas/json-schema';

/** The media types of an operation that does not use JSON, or not only JSON. */
interface OtherMedia {
  /** Media types for requests with the same fields as the JSON body in the contract. */
  request?: readonly string[];
  /** A request body that JSON Schema cannot describe. It replaces the body in the contract. */
  requestContent?: Readonly<Record<string, JsonSchema>>;
  /** Responses that are not JSON. They replace the JSON response unless `isJsonToo` is set. */
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

/** The media types of an operation. @param name the name of its route. */
export function mediaOf(name: string, path: string): OtherMedia {
  return path.includes('/imports/') ? importLines : (otherMedia[name] ?? {});
}
