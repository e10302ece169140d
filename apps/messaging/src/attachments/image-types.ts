import { imageSize } from 'image-size';

export interface ImageType {
  /** The file extension in the keys of images of this type. */
  ending: string;
  contentType: string;
  /** Matches the first bytes of images of this type. */
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
 * How many bytes of an image are searched for its dimensions. Cameras store up to 64 kB of metadata and a preview
 * before the dimensions. With this limit, even a maliciously slow file takes only some hundredths of a second.
 */
const MEASURED_BYTES = 256 * 1024;

/** Returns the type of an image by its first bytes. Undefined if the type is not accepted. File names do not matter. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const beginning = bytes.toString('latin1', 0, LONGEST_SIGNATURE);
  return imageTypes.find(({ signature }) => signature.test(beginning));
}

/**
 * Whether the bytes are an image of an accepted type with an area above 0. An image whose dimensions are not found is
 * accepted.
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

/** Returns the media type of a stored object. */
export function contentTypeOfKey(key: string): string {
  const ending = key.slice(key.lastIndexOf('.') + 1);
  const found = imageTypes.find((type) => type.ending === ending);
  return found?.contentType ?? 'application/octet-stream';
}
