import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, QUALITY_HIGH } from "mediabunny";

/** How long browsers show a frame that asks for 10 ms or less, in seconds. */
const SHOWN_SECONDS = 0.1;
const SHORTEST_SECONDS = 0.01;
/**
 * H.264 Baseline, level 4.0: Android does not show the High profile that encoders choose by themselves, if it has B-frames (Meta, "Video
 * messages").
 */
const CODEC = "avc1.420028";
/** What level 4.0 allows, in pixels. */
const LONGEST_SIDE = 1_280;

type Options = {
  /** Receives the share of the frames that have been encoded, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * A GIF in a form for channels that accept none: an animated one as an MP4 video, a still one as a PNG picture. Import it on demand: it is
 * large.
 * @throws Error if this is no GIF, or the browser cannot encode it
 */
export async function gifInOtherForm(gif: File, options: Options): Promise<File> {
  const decoder = new ImageDecoder({ data: gif.stream(), type: gif.type });
  try {
    await decoder.completed;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const { image } = await decoder.decode({ frameIndex: 0 });
    return count > 1
      ? await asVideo(gif.name, image, framesOf(decoder, count, options))
      : await asPicture(gif.name, image);
  } finally {
    decoder.close();
  }
}

async function asPicture(name: string, image: VideoFrame): Promise<File> {
  const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  image.close();
  return new File([await canvas.convertToBlob({ type: "image/png" })], named(name, "png"), { type: "image/png" });
}

async function* framesOf(decoder: ImageDecoder, count: number, { onProgress, signal }: Options) {
  for (let frameIndex = 0; frameIndex < count; frameIndex++) {
    signal.throwIfAborted();
    onProgress(frameIndex / count);
    yield (await decoder.decode({ frameIndex })).image;
  }
}

async function asVideo(name: string, first: VideoFrame, frames: AsyncIterable<VideoFrame>): Promise<File> {
  const canvas = new OffscreenCanvas(...sizeFor(first));
  first.close();
  const context = canvas.getContext("2d");
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new CanvasSource(canvas, { codec: "avc", fullCodecString: CODEC, bitrate: QUALITY_HIGH });
  output.addVideoTrack(source);
  try {
    await output.start();
    let at = 0;
    for await (const image of frames) {
      // A video has no transparent parts.
      if (context) context.fillStyle = "white";
      context?.fillRect(0, 0, canvas.width, canvas.height);
      context?.drawImage(image, 0, 0, canvas.width, canvas.height);
      const seconds = (image.duration ?? 0) / 1_000_000;
      image.close();
      const shown = seconds > SHORTEST_SECONDS ? seconds : SHOWN_SECONDS;
      await source.add(at, shown);
      at += shown;
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  if (!target.buffer) throw new Error("the video is empty");
  return new File([target.buffer], named(name, "mp4"), { type: "video/mp4" });
}

/** Fits into `LONGEST_SIDE`. H.264 wants even sides. */
function sizeFor({ displayWidth, displayHeight }: VideoFrame): [number, number] {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(displayWidth, displayHeight));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return [even(displayWidth), even(displayHeight)];
}

function named(name: string, ending: string): string {
  return `${name.replace(/\.gif$/i, "")}.${ending}`;
}
