import { imageSize } from 'image-size';

/** A kind of image that is accepted. */
export interface ImageType {
  /** The ending of its keys. */
  ending: string;
  contentType: string;
  /** What its first bytes are. */
  signature: RegExp;
}

const imageTypes: readonly ImageType[] = [
  { ending: 'jpg', contentType: 'image/jpeg', signature: /^\xff\xd8\xff/ },
  { ending: 'png', contentType: 'image/png', signature: /^\x89PNG\r\n\x1a\n/ },
  { ending: 'gif', contentType: 'image/gif', signature: /^GIF8[79]a/ },
  { ending: 'webp', contentType: 'image/webp', signature: /^RIFF[^]{4}WEBP/ },
];
const LONGEST_SIGNATURE = 12;

export const acceptedImages = 'JPEG, PNG, GIF or WebP';

/**
 * How much of an image is looked through for its dimensions, in bytes. Cameras put up to 64 kB of their own data and a
 * preview before them; a file that was made to be slow costs some hundredths of a second at this length.
 */
const MEASURED_BYTES = 256 * 1024;

/** What kind of image these bytes begin as, whatever they were called; undefined when it is none that is accepted. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const beginning = bytes.toString('latin1', 0, LONGEST_SIGNATURE);
  return imageTypes.find(({ signature }) => signature.test(beginning));
}

/**
 * Whether these bytes are an image that is accepted and shows something. Dimensions that are not found in the beginning
 * refuse nothing.
 */
export function isAcceptedImage(bytes: Buffer): boolean {
  if (!imageTypeOf(bytes)) return false;
  try {
    const { width, height } = imageSize(bytes.subarray(0, MEASURED_BYTES));
    return width > 0 && height > 0;
  } catch {
    return true;
  }
}

/** The media type of an object of ours, by its key. */
export function contentTypeOfKey(key: string): string {
  const ending = key.slice(key.lastIndexOf('.') + 1);
  const found = imageTypes.find((type) => type.ending === ending);
  return found?.contentType ?? 'application/octet-stream';
}
