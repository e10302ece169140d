import type { ServiceName } from './services';

/**
 * The largest body that each service accepts, in bytes. The gateway refuses larger bodies itself. Otherwise a service
 * could close its connection while the body still arrives, and the client might not receive the 413.
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
  /** Requests contain a few fields and a URL. */
  webhook: 65_536,
  /** Twice the size of the largest deposit. */
  finance: 1_048_576,
  /**
   * For the form "Try it": each of 10,000 characters of JSON may need 9 bytes in a form. Other forms have a smaller
   * limit.
   */
  portal: 131_072,
} as const satisfies Record<Exclude<ServiceName, 'gateway'>, number>;
