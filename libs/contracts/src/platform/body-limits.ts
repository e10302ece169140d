import type { ServiceName } from './services';

/**
 * The largest body that each service accepts, in bytes. The gateway refuses larger ones too. Otherwise it would depend on
 * the service, which closes the connection on which the body arrives, whether the client receives the 413.
 */
export const maxBodyBytes = {
  /** The largest bodies are batches of the request log. */
  identity: 1_048_576,
  /** A booking may have 256 kB of custom fields in addition to its other fields. */
  booking: 1_048_576,
  /** The size of a request with 5,000 spot rates that set every field, plus a margin. */
  pricing: 2_097_152,
  /** Ten times the size of a definition with full lists. */
  fees: 262_144,
  /** Incoming messages contain their images in base64. */
  messaging: 8_388_608,
  /** Requests contain a few fields and an address. */
  webhook: 65_536,
  /** Twice the size of the largest deposit. */
  finance: 1_048_576,
  /** "Try it": each of 10,000 characters of JSON may need 9 bytes in a form. Other forms have a smaller limit. */
  portal: 131_072,
} as const satisfies Record<Exclude<ServiceName, 'gateway'>, number>;
