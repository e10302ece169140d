/** Whether a `resource` (RFC 8707) is this API: its URL, or a URL below it. */
export function isAudience(resource: string, publicUrl: string): boolean {
  return resource === publicUrl || resource.startsWith(`${publicUrl}/`);
}
