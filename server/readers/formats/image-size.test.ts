import { describe, expect, test } from "vitest";
import { imageSize } from "./file-facts.ts";

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ""), "hex");
const webp = (kind: string, rest: string) =>
  Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), Buffer.from(kind), hex("00000000"), hex(rest)]);

describe("the size that an image's header claims", () => {
  test.each<[string, string, Buffer, { width: number; height: number } | null]>([
    [
      "png",
      "image/png",
      Buffer.concat([hex("89504e470d0a1a0a 0000000d 49484452"), hex("00000320 00000258")]),
      { width: 800, height: 600 },
    ],
    ["gif", "image/gif", Buffer.concat([Buffer.from("GIF89a"), hex("2003 5802")]), { width: 800, height: 600 }],
    [
      "jpeg, frame behind other segments",
      "image/jpeg",
      hex("ffd8 ffe00004aaaa fffe0003aa ffc2 0011 08 0258 0320 03"),
      { width: 800, height: 600 },
    ],
    ["jpeg with padded markers", "image/jpeg", hex("ffd8 ffffffc0 0011 08 0001 0002 03"), { width: 2, height: 1 }],
    [
      "jpeg whose Huffman table (C4) is no frame",
      "image/jpeg",
      hex("ffd8 ffc40003aa ffc0 0011 08 0001 0002 03"),
      { width: 2, height: 1 },
    ],
    ["jpeg without a frame", "image/jpeg", hex("ffd8 ffda 0002"), null],
    ["jpeg that ends in its header", "image/jpeg", hex("ffd8 ffc0 0011 08"), null],
    ["webp, lossy", "image/webp", webp("VP8 ", "000000 9d012a 2003 5842"), { width: 800, height: 600 }],
    ["webp, lossless", "image/webp", webp("VP8L", "2f 1fc39500"), { width: 800, height: 600 }],
    ["webp, extended", "image/webp", webp("VP8X", "00000000 1f0300 570200"), { width: 800, height: 600 }],
    ["webp of an unknown kind", "image/webp", webp("ABCD", "00"), null],
    ["png that ends in its header", "image/png", hex("89504e470d0a1a0a"), null],
  ])("%s", (_, contentType, bytes, expected) => {
    expect(imageSize(contentType, bytes)).toEqual(expected);
  });
});
