/** The pictures, the voice note and the document that customers send. They are generated here, so nothing is downloaded. */

import { parcelPng, voiceOgg } from "./samples.ts";

type File = { contentType: string; body: string | Buffer };

const picture = (background: string, drawing: string): File => ({
  contentType: "image/svg+xml",
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480"><rect width="640" height="480" fill="${background}"/>${drawing}</svg>`,
});

const FILES: Record<string, () => File> = {
  "parcel.svg": () =>
    picture(
      "#d7c4a3",
      `<ellipse cx="320" cy="392" rx="210" ry="26" fill="#b59d74"/><path d="M140 190 320 130l180 60v170l-180 50-180-50z" fill="#b9834a"/><path d="m140 190 180 56 180-56-180-60z" fill="#d29a5c"/><path d="M320 246v164" stroke="#8f6133" stroke-width="4"/><path d="m226 160 180 58v50l-34 10v-50L196 170z" fill="#f1dfbd"/><path d="m408 330 62-20-18 34 26 14-64 18 14-24z" fill="#6d4722"/><path d="m420 322 22 40-30 2" fill="none" stroke="#4f3217" stroke-width="5"/>`,
    ),
  "receipt.svg": () =>
    picture(
      "#5b6b7f",
      `<path d="M200 40h240v390l-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14z" fill="#fbfaf5"/><g font-family="monospace" fill="#2d3440"><text x="250" y="92" font-size="24" font-weight="bold">RECEIPT</text><g font-size="17"><text x="224" y="140">Desk lamp      39.90</text><text x="224" y="170">LED bulb x2    11.00</text><text x="224" y="200">Delivery        4.90</text><text x="224" y="262" font-weight="bold">TOTAL          55.80</text></g></g><path d="M224 222h192" stroke="#2d3440" stroke-dasharray="6 5"/><g fill="#2d3440"><path d="M236 320h6v60h-6zM248 320h3v60h-3zM258 320h9v60h-9zM274 320h3v60h-3zM284 320h6v60h-6zM298 320h10v60h-10zM314 320h3v60h-3zM324 320h7v60h-7zM338 320h3v60h-3zM348 320h9v60h-9zM364 320h3v60h-3zM374 320h8v60h-8zM390 320h4v60h-4z"/></g>`,
    ),
  "lamp.svg": () =>
    picture(
      "#29344a",
      `<path d="m250 250-90 190h320l-90-190z" fill="#f7d774" opacity=".35"/><path d="M250 120h140l56 130H194z" fill="#e5734f"/><path d="M320 250v150" stroke="#c9ced8" stroke-width="12"/><path d="M250 400h140v22H250z" fill="#c9ced8"/><circle cx="320" cy="258" r="22" fill="#fff3c4"/>`,
    ),
  "parcel.png": () => ({ contentType: "image/png", body: parcelPng() }),
  "voice-note.ogg": () => ({ contentType: "audio/ogg", body: voiceOgg() }),
  // Only the first bytes of a video: enough to detect the type.
  "clip.mp4": () => ({
    contentType: "video/mp4",
    body: Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free", "latin1"),
  }),
  "voice-note.wav": () => ({ contentType: "audio/wav", body: tone(2) }),
  "invoice.pdf": () => ({ contentType: "application/pdf", body: page("Invoice 2026-1180", "Total due: 118.00 EUR") }),
};

export function media(name: string): File | null {
  return Object.hasOwn(FILES, name) ? (FILES[name]?.() ?? null) : null;
}

/** The bytes and the type of one of the simulator's files, by its URL. */
export function sampleOf(url: string): [Buffer, string] {
  const file = media(url.split("/").at(-1) ?? "");
  if (!file) throw new Error(`the simulator has no file ${url}`);
  return [Buffer.from(file.body), file.contentType];
}

/** A soft two-note sound as a WAV file: 8,000 samples per second, 8 bit. */
function tone(seconds: number): Buffer {
  const rate = 8_000;
  const samples = Buffer.alloc(rate * seconds);
  for (let i = 0; i < samples.length; i += 1) {
    const hertz = i < samples.length / 2 ? 330 : 440;
    const fade = Math.min(1, (samples.length - i) / rate);
    samples[i] = 128 + Math.round(60 * fade * Math.sin((2 * Math.PI * hertz * i) / rate));
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** A one-page PDF with two lines of ASCII text. */
function page(title: string, line: string): string {
  const text = `BT /F1 24 Tf 72 740 Td (${title}) Tj /F1 14 Tf 0 -40 Td (${line}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(pdf.length);
    pdf += `${index + 1} 0 obj${object}endobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
