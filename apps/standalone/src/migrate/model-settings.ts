import type { ServiceDefinition } from '@keyhaven/service/service-definition';

/** Values for settings that a service requires. No index depends on them. */
const placeholders = { ATTACHMENT_SECRET: 'no-attachment-is-signed-here-----' };

/** Returns settings with which a service's models can be registered without starting the service. */
export function modelSettings({ settings }: ServiceDefinition): Record<string, unknown> {
  return settings?.parse(placeholders) ?? {};
}
