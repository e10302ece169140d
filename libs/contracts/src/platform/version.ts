// The root package.json belongs to no project, so no rule about projects can allow this import.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { version } from '../../../../package.json';

/**
 * The version of the platform, its documents and its packages. It is stated only in the root
 * package.json.
 */
export const VERSION = version;
