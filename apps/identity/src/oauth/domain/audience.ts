/** Whether a `resource` (RFC 8707) names this API: its address, or an address below it. */
export function isAudience(resource: string, publicUrl: string): boolean {
  return resource === publicUrl || resource.startsWith(`${publicUrl}/`);
}
