import type { ServiceName } from './services';

/**
 * The largest body that each service accepts, in bytes. The gateway refuses larger bodies itself,
 * because a service could close the connection while the client is still sending, and the client
 * might then not receive the 413.
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
   * The limit for forms with long texts. The largest is the form of an app. It has up to 20 redirect
   * URIs of 2,000 characters each, and up to 4,100 other characters. Percent-encoding may turn a
   * character of a URI into 3 bytes, and any other character into 9 bytes. Other forms have a
   * smaller limit.
   */
  portal: 262_144,
} as const satisfies Record<Exclude<ServiceName, 'gateway'>, number>;
