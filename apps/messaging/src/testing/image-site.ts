import type http from 'node:http';
import { MAX_IMAGE_BYTES } from '@keyhaven/contracts/messaging/message';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { onePoint } from './messaging-under-test';

/** Returns an image of the given length in bytes. */
const imageOf = (bytes: number) => Buffer.concat([onePoint, Buffer.alloc(bytes - onePoint.length)]);

/**
 * Returns a JPEG of the accepted maximum size, with more than a million empty segments and without
 * dimensions.
 */
function endlessSegments(): Buffer {
  const image = Buffer.alloc(MAX_IMAGE_BYTES, Buffer.from([0xff, 0xe1, 0x00, 0x02]));
  image.set([0xff, 0xd8, 0xff, 0xe1, 0x00, 0x04]);
  return image;
}

/** Returns an icon file of the accepted maximum size that consists of entries of eight bytes. */
function endlessIcons(): Buffer {
  const icons = Buffer.alloc(MAX_IMAGE_BYTES, Buffer.from('ic07\0\0\0\x08', 'latin1'));
  icons.write('icns', 'latin1');
  icons.writeUInt32BE(icons.length, 4);
  return icons;
}

const pages: Record<string, (response: http.ServerResponse) => void> = {
  '/image.png': (response) => response.end(onePoint),
  '/exact': (response) => response.end(imageOf(MAX_IMAGE_BYTES)),
  '/too-large': (response) => response.end(imageOf(MAX_IMAGE_BYTES + 1)),
  '/declared': (response) => {
    response.setHeader('content-length', MAX_IMAGE_BYTES + 1);
    response.flushHeaders();
  },
  '/endless': (response) => {
    response.write(onePoint);
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/stalling': (response) => void response.write(onePoint.subarray(0, 20)),
  '/text.png': (response) => {
    response.setHeader('content-type', 'image/png');
    response.end('this is a text');
  },
  '/svg': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'),
  '/no-area.gif': (response) => response.end(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)])),
  '/segments.jpg': (response) => response.end(endlessSegments()),
  '/icons.png': (response) => response.end(endlessIcons()),
  '/empty': (response) => void response.end(),
  '/missing': (response) => void response.writeHead(404).end('no'),
  '/moved': (response) => void response.writeHead(302, { location: '/image.png' }).end(),
  '/inside': (response) => void response.writeHead(302, { location: 'http://10.0.0.1/image.png' }).end(),
  '/metadata': (response) => void response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/round': (response) => void response.writeHead(302, { location: '/round' }).end(),
  '/file': (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/cut': (response) => {
    response.setHeader('content-length', 1000);
    response.write(onePoint, () => response.destroy());
  },
};

/** A site with images, files that are not images, and redirects. */
export interface ImageSite {
  url: string;
  /** The requested paths. */
  requested: string[];
  /** If set, the next response has this status and no image. */
  nextFailure?: number;
  close(): Promise<void>;
}

export async function startImageSite(): Promise<ImageSite> {
  const requested: string[] = [];
  const { url, close } = await startLoopbackServer((request, response) => {
    requested.push(request.url!);
    const { nextFailure } = site;
    site.nextFailure = undefined;
    if (nextFailure === undefined) pages[request.url!]!(response);
    else response.writeHead(nextFailure).end('no');
  });
  const site: ImageSite = { url, requested, close };
  return site;
}
