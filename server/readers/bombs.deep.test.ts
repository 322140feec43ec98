import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import {
  crowdedDocx,
  flatePdf,
  gifOf,
  gzippedPage,
  laughingDocx,
  pngOf,
  remarkedPng,
  slowPath,
  slowRobots,
  unpackingDocx,
  unpackingZip,
} from "../testing/bombs.ts";
import { watchReaders } from "../testing/watch-readers.ts";
import { createPool } from "./pool.ts";
import type { Task } from "./tasks.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const MEMORY_MIB = 512;
const LIMIT_MS = 10_000;

const pool = createPool({ size: 2, memoryMib: MEMORY_MIB, idleMs: 1_000 });
const folder = mkdtempSync(join(tmpdir(), "omnichannel-bombs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const documentOf = (bytes: Uint8Array | string, contentType: string, encoding = "identity"): Task => ({
  name: "document",
  input: { bytes: Buffer.from(bytes), contentType, fileName: null, url: null, encoding },
});
function fileOf(name: string, bytes: Uint8Array): Task {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { name: "file", input: { path } };
}
/** 49 million pixels in a small file, just below the limit of a picture. */
const large = () => sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: "teal" } });
function pictureOf(name: string, bytes: Uint8Array): Task {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { name: "picture", input: { path, boxPixels: 1_600, maxPixels: 50_000_000 } };
}
const drawn = expect.objectContaining({ kind: "done", output: expect.any(Uint8Array) as unknown }) as unknown;
/** Drawn within the limits, or stopped by them. */
const drawnOrStopped = expect.objectContaining({
  kind: expect.stringMatching(/^(?:done|slow|large)$/),
}) as unknown;
/** Far more than the import gives a reader at once. */
const contactsOf = (text: string): Task => ({
  name: "csv",
  input: { bytes: Buffer.from(text), delimiter: null, rowsBefore: 0, isLast: false },
});
const unreadable = (clause: string) => expect.objectContaining({ kind: "unreadable", clause }) as unknown;
/** Killed by one of its limits, or refused by the parser in time. Which one depends on the machine. */
const refused = expect.objectContaining({
  kind: expect.stringMatching(/^(?:slow|large|unreadable|fault)$/),
}) as unknown;

test.each<[string, () => Task | Promise<Task>, unknown]>([
  ["PDF: a page of 4 GiB in 600 bytes", () => documentOf(flatePdf(4_096), "application/pdf"), { kind: "large" }],
  [
    "Word: unpacks to 2 GiB",
    () => documentOf(unpackingDocx(2_048), DOCX),
    unreadable("it unpacks to more than a document's text can be"),
  ],
  ["Word: two million paragraphs", () => documentOf(crowdedDocx(2_000_000), DOCX), refused],
  ["XML: a billion laughs in a Word document", () => documentOf(laughingDocx(), DOCX), refused],
  [
    "gzip: a page that its server packed",
    () => documentOf(gzippedPage(500), "text/html", "gzip"),
    unreadable("it unpacks to more than 5 MiB"),
  ],
  ["HTML: a million elements in one another", () => documentOf("<div>".repeat(1_000_000), "text/html"), refused],
  ["HTML: formatting that is never closed", () => documentOf("<b><p>".repeat(800_000), "text/html"), refused],
  [
    "HTML: headings that each passage repeats",
    () => documentOf(`<h1>${"h".repeat(290)}</h1>${"<h2>a</h2><p>b</p>".repeat(280_000)}`, "text/html"),
    refused,
  ],
  [
    "CSV: one quoted field of 16 MB",
    () => documentOf(`a,b\n"${"x,".repeat(8_000_000)}`, "text/csv"),
    unreadable("it is not a CSV file: a quotation mark in it is never closed"),
  ],
  ["CSV: one line of eight million cells", () => documentOf(",a".repeat(8_000_000), "text/csv"), refused],
  [
    "contacts: eight million empty cells in one row",
    () => contactsOf(`phone,name\n1,Ana\n${",".repeat(8_000_000)}`),
    expect.objectContaining({ kind: expect.stringMatching(/^(?:done|slow|large)$/) as unknown }),
  ],
  [
    "contacts: a quote that is never closed, 16 MB",
    () => contactsOf(`phone,name\n1,"${"x,".repeat(8_000_000)}`),
    expect.objectContaining({
      kind: "done",
      output: expect.objectContaining({
        broken: { row: 2, broken: expect.stringContaining("64 KiB") as unknown },
      }) as unknown,
    }),
  ],
  [
    "Markdown: a million quotes in one another",
    () => documentOf(`${"> ".repeat(1_000_000)}a`, "text/markdown"),
    refused,
  ],
  [
    "robots.txt: 505 KB of wildcards",
    () => ({
      name: "robots",
      input: {
        url: "https://a.example/robots.txt",
        rules: slowRobots(505_000),
        page: `https://a.example${slowPath("x").repeat(16)}`,
        agent: "OmnichannelKnowledge",
      },
    }),
    { kind: "slow" },
  ],
  [
    "a zip that says what it is in a part of 2 GiB",
    () => fileOf("bomb.zip", unpackingZip(2_048)),
    expect.objectContaining({
      kind: "done",
      output: { type: { ext: "zip", mime: "application/zip" }, imageSize: null },
    }),
  ],
  [
    "a picture of ten thousand million pixels is not decoded",
    () => fileOf("bomb.png", pngOf(100_000, 100_000)),
    expect.objectContaining({
      output: { type: { ext: "png", mime: "image/png" }, imageSize: { width: 100_000, height: 100_000 } },
    }),
  ],
  [
    "a picture that says to have ten thousand million pixels",
    () => pictureOf("says.png", pngOf(100_000, 100_000)),
    unreadable("it has more than 50 million pixels"),
  ],
  ["PNG of 49 million pixels", async () => pictureOf("flat.png", await large().png().toBuffer()), drawn],
  [
    "PNG of 49 million pixels, interlaced",
    async () => pictureOf("laced.png", await large().png({ progressive: true }).toBuffer()),
    drawnOrStopped,
  ],
  [
    "JPEG of 49 million pixels, progressive",
    async () => pictureOf("laced.jpg", await large().jpeg({ progressive: true }).toBuffer()),
    drawnOrStopped,
  ],
  [
    "WebP of 49 million pixels",
    async () => pictureOf("flat.webp", await large().webp({ effort: 0 }).toBuffer()),
    drawnOrStopped,
  ],
  [
    "PNG with a remark of 2 GiB",
    async () =>
      pictureOf(
        "remark.png",
        remarkedPng(
          await sharp(Buffer.from([0, 0, 0]), { raw: { width: 1, height: 1, channels: 3 } })
            .png()
            .toBuffer(),
          2_048,
        ),
      ),
    drawnOrStopped,
  ],
  ["GIF of a million frames", () => pictureOf("frames.gif", gifOf(1, 1, 900_000)), drawnOrStopped],
  [
    "GIF that is large in each of ten thousand frames",
    () => pictureOf("moving.gif", gifOf(7_000, 7_000, 10_000)),
    drawnOrStopped,
  ],
])("%s", async (name, make, expected) => {
  const task = await make();
  // The other workspace's reader is already running, as in a service with some traffic.
  await pool.run(2, documentOf("warm", "text/plain"), 30_000);
  const watch = watchReaders(pool);
  const began = performance.now();
  const [outcome, otherMs] = await Promise.all([
    pool.run(1, task, LIMIT_MS),
    pool.run(2, documentOf("A small text.", "text/plain"), 30_000).then(() => performance.now() - began),
  ]);
  const { peakMib, loopMs } = watch.end();
  const took = Math.round(performance.now() - began);
  console.info(
    `${name}: ${outcome.kind}, ${took} ms, ${peakMib} MiB; other ${Math.round(otherMs)} ms, loop ${loopMs} ms`,
  );
  expect(outcome).toEqual(expected);
  expect(took).toBeLessThan(LIMIT_MS + 5_000);
  expect(peakMib).toBeLessThan(MEMORY_MIB + 128);
  expect(otherMs).toBeLessThan(5_000);
  expect(loopMs).toBeLessThan(200);
});
