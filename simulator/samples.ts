import { crc32, deflateSync } from "node:zlib";

/** Files as phones make them, for channels whose files the product inspects: a PNG and a voice note in Opus. */

type Colour = readonly [number, number, number];

const SIZE = 320;

export function parcelPng(): Buffer {
  const colourAt = (x: number, y: number): Colour => {
    if (y > 250) return [181, 157, 116];
    if (x > 70 && x < 250 && y > 90 && y < 250) {
      if (x > 150 && x < 170) return [143, 99, 49];
      if (x > 90 && x < 140 && y > 110 && y < 140) return [241, 223, 189];
      return y < 130 ? [210, 154, 92] : [185, 131, 74];
    }
    return [215, 196, 163];
  };
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) rows.set(colourAt(x, y), y * (1 + SIZE * 3) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits each for red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.of()),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Two seconds of silence in Ogg Opus, the format of WhatsApp voice notes: 100 frames of 20 ms. */
export function voiceOgg(): Buffer {
  const head = Buffer.from("OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00", "latin1");
  const tags = Buffer.from("OpusTags\x09\x00\x00\x00simulator\x00\x00\x00\x00", "latin1");
  const silence = Array.from({ length: 100 }, () => Buffer.from([0xf8, 0xff, 0xfe]));
  return Buffer.concat([oggPage(0, 2, 0, [head]), oggPage(1, 0, 0, [tags]), oggPage(2, 4, 96_312, silence)]);
}

/** An Ogg page of packets, each shorter than 255 bytes. `position` counts samples at 48 kHz. */
function oggPage(sequence: number, flags: number, position: number, packets: Buffer[]): Buffer {
  const head = Buffer.alloc(27);
  head.write("OggS", 0);
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(0x51a1, 14);
  head.writeUInt32LE(sequence, 18);
  head[26] = packets.length;
  const page = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(oggSum(page), 22);
  return page;
}

/** Ogg's own CRC: zip's polynomial with the bits in the opposite order. */
function oggSum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum = (sum ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1) >>> 0;
  }
  return sum;
}
