import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  OGG,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { expect, test } from "vitest";
import { opusInOgg } from "./opus-in-ogg.ts";

/** An Opus packet of 20 ms of silence (one frame, mono). Packets differ in their last byte. */
const packetNo = (no: number) => new EncodedPacket(new Uint8Array([0xf8, 0xff, 0xfe, no]), "key", no * 0.02, 0.02);
/** RFC 7845, 5.1: version 1, one channel, no pre-skip, 48 kHz, no gain, mapping 0. */
const OPUS_HEAD = new Uint8Array([...Buffer.from("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);

/** A recording like Chromium's. */
async function recorded(packets: number): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description: OPUS_HEAD };
  for (let no = 0; no < packets; no++) await source.add(packetNo(no), { decoderConfig });
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: "audio/webm" });
}

test("the sound is the same, packet by packet, in a file that is OGG with Opus", async () => {
  const ogg = await opusInOgg(await recorded(60));
  const bytes = Buffer.from(await ogg.arrayBuffer());
  expect(ogg.type).toBe("audio/ogg");
  expect(bytes.subarray(0, 4).toString()).toBe("OggS");
  expect(bytes.subarray(28, 36).toString()).toBe("OpusHead");
  expect(bytes[37]).toBe(1);

  const input = new Input({ formats: [OGG], source: new BlobSource(ogg) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("there is no sound in it");
  const numbers: (number | undefined)[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) numbers.push(data.at(-1));
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, no) => no));
  expect(await input.computeDuration()).toBeCloseTo(1.2, 2);
});

test("what is no recording is refused", async () => {
  await expect(opusInOgg(new Blob(["nothing"]))).rejects.toThrow();
});
