/**
 * The files of secrets other than keys, by the process that reads them. Their settings are ATTACHMENT_SECRET_FILE and
 * PORTAL_SECRET_FILE.
 */
export const secretFiles: Readonly<Record<string, readonly string[]>> = {
  messaging: ['attachment-secret'],
  portal: ['portal-secret'],
};
