import sharp from "sharp";
import { say } from "../../say.ts";
import { Unreadable } from "../unreadable.ts";

/** A picture from an untrusted source, and its limits. */
export type PictureFile = {
  path: string;
  /** Maximum width and height of the result, in pixels. */
  boxPixels: number;
  /** A file that claims more pixels is not decoded. */
  maxPixels: number;
};

// Libvips supports many formats. Allow only the four that all browsers show, and no SVG.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
  ],
});
// One picture at a time, with no cache for the next one.
sharp.cache(false);
sharp.concurrency(1);

/** Limits of an animation, all frames together. A larger or longer one is reduced to its first frame. */
const ANIMATED_PIXELS = 10_000_000;
const MOST_FRAMES = 500;
const QUALITY = 80;
/** Encoder effort, from 0 to 6. */
const EFFORT = 2;
const LARGEST_BYTES = 4 * 1024 * 1024;

/**
 * Decodes a picture and encodes it as WebP: upright, without the camera's metadata (place, owner).
 * @throws Unreadable
 */
export async function drawPicture({ path, boxPixels, maxPixels }: PictureFile): Promise<Uint8Array> {
  const { width, height, pages = 1 } = await readHead(path, maxPixels);
  const animated = pages > 1 && pages <= MOST_FRAMES && width * height * pages <= ANIMATED_PIXELS;
  const bytes = await sharp(path, { animated, limitInputPixels: maxPixels, failOn: "error" })
    .autoOrient()
    .resize({ width: boxPixels, height: boxPixels, fit: "inside", withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer()
    .catch(notAPicture);
  if (bytes.length > LARGEST_BYTES) throw new Unreadable(say("source.pictureLarge"));
  return bytes;
}

async function readHead(path: string, maxPixels: number) {
  const head = await sharp(path, { limitInputPixels: false }).metadata().catch(notAPicture);
  if (head.width * head.height <= maxPixels) return head;
  throw new Unreadable(say("source.pixels", { count: maxPixels / 1_000_000 }));
}

/** The error of libvips is replaced, because it quotes the file. */
function notAPicture(): never {
  throw new Unreadable(say("source.notPicture"));
}
