import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 240;
const HEIGHT = 160;

/** A picture of an evening over the sea, as PNG: an image that comes from nobody. */
export function drawPicture(): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < HEIGHT; y++) {
    const row = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x++) row.set(colourAt(x, y), 1 + x * 3);
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(x: number, y: number): [number, number, number] {
  const horizon = HEIGHT * 0.6;
  const toSun = Math.hypot(x - WIDTH * 0.6, y - horizon * 0.8);
  if (toSun < 16 && y < horizon) return [255, 236, 170];
  if (y < horizon) {
    const depth = y / horizon;
    return [Math.round(70 + 180 * depth), Math.round(80 + 70 * depth), Math.round(140 - 40 * depth)];
  }
  const glitter = Math.abs(x - WIDTH * 0.6) < 14 && (x + y * 3) % 7 < 3 ? 60 : 0;
  return [40 + glitter, 70 + glitter, 110 + Math.round(glitter / 2)];
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
