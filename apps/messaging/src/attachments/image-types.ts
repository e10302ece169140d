import { imageSize } from 'image-size';

/** The images that are taken, by what their content says: the ending of their keys, and their media type. */
const imageTypes: Readonly<Record<string, { ending: string; contentType: string }>> = {
  jpg: { ending: 'jpg', contentType: 'image/jpeg' },
  png: { ending: 'png', contentType: 'image/png' },
  gif: { ending: 'gif', contentType: 'image/gif' },
  webp: { ending: 'webp', contentType: 'image/webp' },
};

export const acceptedImages = 'JPEG, PNG, GIF or WebP';

/** What kind of image these bytes are, whatever they were called; undefined when they are none that is taken. */
export function imageTypeOf(bytes: Buffer): { ending: string; contentType: string } | undefined {
  try {
    const { type, width, height } = imageSize(bytes);
    return type !== undefined && width > 0 && height > 0 ? imageTypes[type] : undefined;
  } catch {
    return undefined;
  }
}

/** The media type of an object of ours, by its key. */
export function contentTypeOfKey(key: string): string {
  const ending = key.slice(key.lastIndexOf('.') + 1);
  const found = Object.values(imageTypes).find((type) => type.ending === ending);
  return found?.contentType ?? 'application/octet-stream';
}
