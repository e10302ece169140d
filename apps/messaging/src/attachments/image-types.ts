import { imageSize } from 'image-size';

/** An accepted type of image. */
export interface ImageType {
  /** The file extension in its keys. */
  ending: string;
  contentType: string;
  /** The bytes that it begins with. */
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
 * How many bytes of an image are searched for its dimensions. Cameras put up to 64 kB of metadata and a preview before
 * them; at this length, a file made to be slow costs some hundredths of a second.
 */
const MEASURED_BYTES = 256 * 1024;

/** The type of image that these bytes begin as; undefined if it is not accepted. File names do not matter. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const beginning = bytes.toString('latin1', 0, LONGEST_SIGNATURE);
  return imageTypes.find(({ signature }) => signature.test(beginning));
}

/**
 * Whether these bytes are an accepted image that shows something. If the beginning does not contain the dimensions, the
 * image is not refused for that.
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

/** The media type of a stored object, from its key. */
export function contentTypeOfKey(key: string): string {
  const ending = key.slice(key.lastIndexOf('.') + 1);
  const found = imageTypes.find((type) => type.ending === ending);
  return found?.contentType ?? 'application/octet-stream';
}
