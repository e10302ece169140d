/**
 * The files of secrets other than keys, by the process that reads them. The settings with the paths
 * of these files are ATTACHMENT_SECRET_FILE and PORTAL_SECRET_FILE.
 */
export const secretFiles: Readonly<Record<string, readonly string[]>> = {
  messaging: ['attachment-secret'],
  portal: ['portal-secret'],
};
