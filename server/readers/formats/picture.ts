import sharp from "sharp";
import { say } from "../../say.ts";
import { Unreadable } from "../unreadable.ts";

/** A picture of somebody else, and what may become of it. */
export type PictureFile = {
  path: string;
  /** What is drawn is at most so wide and so high, in pixels. */
  boxPixels: number;
  /** A file that says it has more is not decoded. */
  maxPixels: number;
};

// Libvips knows many formats. It opens the four that browsers show everywhere, and no SVG.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
  ],
});
// One picture at a time, and nothing is kept for the next one.
sharp.cache(false);
sharp.concurrency(1);

/** Of an animation, all frames together; a larger or longer one is its first frame. */
const ANIMATED_PIXELS = 10_000_000;
const MOST_FRAMES = 500;
const QUALITY = 80;
/** Of 0 to 6: how hard the encoder tries. */
const EFFORT = 2;
const LARGEST_BYTES = 4 * 1024 * 1024;

/**
 * A picture, decoded and drawn again as WebP: upright, without what a camera wrote into it (its place, its owner).
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

/** What libvips says quotes the file. */
function notAPicture(): never {
  throw new Unreadable(say("source.notPicture"));
}
