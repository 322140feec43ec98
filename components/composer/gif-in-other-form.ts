import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, QUALITY_HIGH } from "mediabunny";

/** How long browsers show a frame that says no duration, in seconds. */
const USUAL_SECONDS = 0.1;
/** H.264 at the level that every phone plays. */
const LONGEST_SIDE = 1_280;

/**
 * A GIF in a form for channels that accept none: an animated one as an MP4 video (H.264), a still one as a PNG picture. Import it on
 * demand: it is large.
 * @throws Error if this is no GIF, or the browser cannot read its frames or encode the video
 */
export async function gifInOtherForm(gif: File, signal: AbortSignal): Promise<File> {
  const decoder = new ImageDecoder({ data: gif.stream(), type: "image/gif" });
  try {
    await decoder.completed;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const first = await decoder.decode({ frameIndex: 0 });
    const canvas = new OffscreenCanvas(...sizeFor(first.image));
    first.image.close();
    const frames = framesOn(canvas, decoder, count, signal);
    return count > 1 ? await asVideo(gif.name, canvas, frames) : await asPicture(gif.name, canvas, frames);
  } finally {
    decoder.close();
  }
}

/** Draws one frame after the other, and gives how long each is shown, in seconds. */
async function* framesOn(canvas: OffscreenCanvas, decoder: ImageDecoder, count: number, signal: AbortSignal) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures here");
  for (let frameIndex = 0; frameIndex < count; frameIndex++) {
    signal.throwIfAborted();
    const { image } = await decoder.decode({ frameIndex });
    // A video has no transparent parts.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const seconds = (image.duration ?? 0) / 1_000_000;
    image.close();
    yield seconds > 0 ? seconds : USUAL_SECONDS;
  }
}

async function asVideo(name: string, canvas: OffscreenCanvas, frames: AsyncIterable<number>): Promise<File> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new CanvasSource(canvas, { codec: "avc", bitrate: QUALITY_HIGH });
  output.addVideoTrack(source);
  await output.start();
  let at = 0;
  for await (const seconds of frames) {
    await source.add(at, seconds);
    at += seconds;
  }
  await output.finalize();
  if (!target.buffer) throw new Error("the video is empty");
  return new File([target.buffer], named(name, "mp4"), { type: "video/mp4" });
}

async function asPicture(name: string, canvas: OffscreenCanvas, frames: AsyncIterable<number>): Promise<File> {
  for await (const _ of frames);
  return new File([await canvas.convertToBlob({ type: "image/png" })], named(name, "png"), { type: "image/png" });
}

/** H.264 wants even sides. */
function sizeFor({ displayWidth, displayHeight }: VideoFrame): [number, number] {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(displayWidth, displayHeight));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return [even(displayWidth), even(displayHeight)];
}

function named(name: string, ending: string): string {
  return `${name.replace(/\.gif$/i, "")}.${ending}`;
}
