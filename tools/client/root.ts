import path from 'node:path';

/** The root of the repository. */
export const root = path.resolve(__dirname, '../..');
