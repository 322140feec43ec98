import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { writeParts } from "../readers/formats/docx-blocks.ts";

/** Small files that are large, deeply nested or slow for their reader. */

const MIB = 1024 * 1024;

/** This many MiB of spaces, deflated without holding them in memory: a piece that ends at a byte boundary can be repeated. */
export function deflatedSpaces(mib: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MIB, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: mib }, () => piece);
  return Buffer.concat([...pieces, deflateRawSync(Buffer.alloc(0))]);
}

/** Adds the zlib header but no checksum, because PDF readers do not check it. */
const zlibbed = (raw: Buffer) => Buffer.concat([Buffer.from([0x78, 0x9c]), raw]);

/** A PDF of one page whose drawing is this many MiB of spaces under three Flate filters. */
export function flatePdf(mib: number): Buffer {
  const packed = deflateSync(deflateSync(zlibbed(deflatedSpaces(mib)), { level: 9 }), { level: 9 });
  const filters = "/Filter [/FlateDecode /FlateDecode /FlateDecode]";
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>"),
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} ${filters} >>\nstream\n`),
      packed,
      Buffer.from("\nendstream"),
    ]),
  ];
  const body = objects.flatMap((object, at) => [Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
  return Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    ...body,
    Buffer.from("trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n"),
  ]);
}

/** A zip with one part that is already deflated. */
function zipOf(name: string, deflated: Buffer): Buffer {
  const zip = writeParts(new Map([[name, deflated]]));
  // The compression method of its only part, in both headers.
  zip.writeUInt16LE(8, 8);
  zip.writeUInt16LE(8, zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10);
  return zip;
}

/** A Word document whose text unpacks to this many MiB. */
export const unpackingDocx = (mib: number) => zipOf("word/document.xml", deflatedSpaces(mib));

/** A zip whose first part decides its type, and which unpacks to this many MiB. */
export const unpackingZip = (mib: number) => zipOf("[Content_Types].xml", deflatedSpaces(mib));

function docxOf(documentXml: string): Buffer {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const links = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
  return writeParts(
    new Map([
      ["[Content_Types].xml", Buffer.from(types)],
      ["_rels/.rels", Buffer.from(links)],
      ["word/document.xml", Buffer.from(documentXml)],
    ]),
  );
}

const WORD = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;

/** A Word document with this many empty paragraphs. */
export const crowdedDocx = (paragraphs: number) =>
  docxOf(`<w:document ${WORD}><w:body>${"<w:p/>".repeat(paragraphs)}</w:body></w:document>`);

/** A Word document with nine entities, each made of ten of the previous one: a billion words. */
export function laughingDocx(): Buffer {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const text = `<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>`;
  return docxOf(
    `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "laugh">${entities}]><w:document ${WORD}><w:body>${text}</w:body></w:document>`,
  );
}

/** A page with this many MiB when unpacked. */
export function gzippedPage(mib: number): Buffer {
  return gzipSync(Buffer.alloc(mib * MIB, "<p>word</p>"));
}

/** The start of a PNG that claims this size. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from("00000000000000000806000000", "hex");
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const begin = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([begin, pngChunk("IHDR", header), pngChunk("IDAT", deflateSync(Buffer.alloc(64)))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
  return Buffer.concat([size, Buffer.from(type), data, check]);
}

/** The PNG with a comment in it that unpacks to this many MiB. */
export function remarkedPng(png: Buffer, mib: number): Buffer {
  // The signature and IHDR: 8 + 25 bytes.
  const remark = pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), zlibbed(deflatedSpaces(mib))]));
  return Buffer.concat([png.subarray(0, 33), remark, png.subarray(33)]);
}

/** A GIF of this size with this many frames of one pixel. */
export function gifOf(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  // Two colours.
  screen[4] = 0x80;
  const frame = Buffer.from("21f9040005000000" + "2c0000000001000100000202440100", "hex");
  const moving = Buffer.concat(Array.from({ length: frames }, () => frame));
  return Buffer.concat([Buffer.from("GIF89a"), screen, Buffer.from("000000ffffff", "hex"), moving, Buffer.from(";")]);
}

/** A robots.txt that takes long to check against long addresses. It allows everything. */
export function slowRobots(bytes: number): string {
  const rule = `Disallow: /${"*a".repeat(60)}b\n`;
  return `User-agent: *\n${rule.repeat(Math.floor(bytes / rule.length))}`;
}

/** An address that is slow to check against slowRobots. */
export const slowPath = (name: string) => `/${"a".repeat(1_900)}${name}`;
