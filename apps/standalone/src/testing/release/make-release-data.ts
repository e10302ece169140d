/**
 * `tsx apps/standalone/src/testing/release/make-release-data.ts FOLDER` fills an empty data folder with the data of a
 * release. `npm run release` runs it.
 */
import path from 'node:path';
import { writeReleaseData } from './write-release-data';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('expected the path of an empty folder');
writeReleaseData(path.resolve(folder)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
