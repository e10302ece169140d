import type { ServiceName } from '@keyhaven/contracts/platform/services';

/** The properties of a service that are needed only for its manifests. */
export interface ServiceProfile {
  /**
   * The CPU request, in thousandths of a core. The autoscaler measures CPU use relative to this
   * value.
   */
  milliCores: number;
  memoryRequestMi: number;
  memoryLimitMi: number;
  maxReplicas: number;
  /** Settings that are secret, with the name of the secret that contains them. */
  secretSettings?: Record<string, string>;
  /** Whether the service opens connections to addresses on the internet that customers choose. */
  callsInternet?: boolean;
}

const usual: ServiceProfile = { milliCores: 250, memoryRequestMi: 256, memoryLimitMi: 512, maxReplicas: 6 };

/**
 * The profiles that differ from `usual`. A service must have at most 24 pods, because each topic
 * has 24 partitions.
 */
const profiles: Partial<Record<ServiceName, ServiceProfile>> = {
  gateway: { ...usual, milliCores: 500, maxReplicas: 10 },
  booking: { ...usual, milliCores: 500, maxReplicas: 10 },
  // Pricing needs more memory, because it caches calendars in memory (CALENDAR_CHUNKS_MB).
  pricing: { ...usual, milliCores: 500, memoryRequestMi: 384, memoryLimitMi: 768, maxReplicas: 10 },
  messaging: { ...usual, secretSettings: { ATTACHMENT_SECRET: 'keyhaven-messaging' }, callsInternet: true },
  webhook: { ...usual, maxReplicas: 10, callsInternet: true },
  portal: { ...usual, milliCores: 100, maxReplicas: 4, secretSettings: { PORTAL_SECRET: 'keyhaven-portal' } },
};

export function profileOf(name: ServiceName): ServiceProfile {
  return profiles[name] ?? usual;
}
