import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from "mediabunny";

/**
 * Moves Opus sound into an OGG file, packet by packet, without encoding it again. Import it on demand: it is large.
 * @param webm the output of the browser's recorder.
 * @throws Error if there is no Opus sound in it, as in a recording of zero length.
 */
export async function opusInOgg(webm: Blob): Promise<Blob> {
  const input = new Input({ formats: [WEBM], source: new BlobSource(webm) });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("the recording has no sound");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error("the recording has no sound");
  return new Blob([target.buffer], { type: "audio/ogg" });
}
