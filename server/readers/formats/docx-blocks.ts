import { DomUtils, parseDocument } from "htmlparser2";
import mammoth from "mammoth";
import { say, type Said } from "../../say.ts";
import type { Extraction } from "./extraction.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { elementsOf, isElement, type HtmlElement } from "./html-nodes.ts";
import { Unreadable } from "../unreadable.ts";
import { crc32, inflateRawSync } from "node:zlib";

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh", "comment-reference => "];
/** In half points. People cannot see smaller letters. */
const SIZE_MIN = 4;
const HIDES = /<w:(?:vanish|webHidden|sz|color)\b/;

/**
 * The text of a Word document.
 * @throws Unreadable
 */
export async function docxBlocks(bytes: Uint8Array): Promise<Extraction> {
  const parts = readParts(bytes);
  if (!parts.has("[Content_Types].xml") || ![...parts.keys()].some((name) => name.startsWith("word/")))
    throw new Unreadable(say("source.noWord"));
  for (const [name, part] of parts)
    if (/^word\/(?:document|footnotes|endnotes)\d*\.xml$/.test(name)) parts.set(name, withoutHidden(part));
  const { value } = await mammoth.convertToHtml(
    { buffer: writeParts(parts) },
    { styleMap: STYLES, convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })) },
  );
  return htmlBlocks(value);
}

/** Removes the runs that Word does not show, because they can hide instructions to programs. */
function withoutHidden(part: Buffer): Buffer {
  const xml = part.toString("utf8");
  if (!HIDES.test(xml)) return part;
  const document = parseDocument(xml, { xmlMode: true, decodeEntities: false });
  for (const run of elementsOf("w:r", document)) if (isHidden(run)) DomUtils.removeElement(run);
  return Buffer.from(DomUtils.getOuterHTML(document, { xmlMode: true, decodeEntities: false }));
}

function isHidden(run: HtmlElement): boolean {
  const properties = run.children.find((child) => isElement(child) && child.name === "w:rPr");
  if (!properties || !isElement(properties)) return false;
  const of = (name: string) => properties.children.find((child) => isElement(child) && child.name === name);
  const value = (name: string) => {
    const element = of(name);
    return element && isElement(element) ? (element.attribs["w:val"] ?? "true") : null;
  };
  const isOn = (name: string) => !["false", "0", "none", "off", null].includes(value(name));
  if (isOn("w:vanish") || isOn("w:webHidden")) return true;
  if (Number(value("w:sz") ?? SIZE_MIN) < SIZE_MIN) return true;
  return value("w:color")?.toLowerCase() === "ffffff" && !of("w:highlight") && !of("w:shd");
}

/** Limit of all parts that a document's text is made from, unpacked, in bytes. */
const UNPACKED_MAX = 48 * 1024 * 1024;
const PARTS_MAX = 2_000;

const NOT_A_DOCUMENT = say("source.notDocx");
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * Unpacks the parts of a zip that contain a document's text. The limit holds whatever sizes the file claims, so a small file
 * cannot unpack to gigabytes. Pictures and embedded files are skipped.
 * @throws Unreadable
 */
function readParts(bytes: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return unpack(file);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new Unreadable(isTooLarge ? say("source.unpacksToMore") : NOT_A_DOCUMENT);
  }
}

function unpack(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || file.readUInt32LE(end) !== END) throw new Unreadable(encrypted(file) ?? NOT_A_DOCUMENT);
  const count = file.readUInt16LE(end + 10);
  if (count > PARTS_MAX) throw new Unreadable(NOT_A_DOCUMENT);
  const parts = new Map<string, Buffer>();
  let left = UNPACKED_MAX;
  let at = file.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    if (file.readUInt32LE(at) !== ENTRY) throw new Unreadable(NOT_A_DOCUMENT);
    const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
    const packed = file.readUInt32LE(at + 20);
    const [nameSize, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = file.toString("utf8", at + 46, at + 46 + nameSize);
    const local = file.readUInt32LE(at + 42);
    at += 46 + nameSize + extra + comment;
    if (!/\.(?:xml|rels)$/i.test(name)) continue;
    if (flags & 1) throw new Unreadable(say("source.encrypted"));
    if (file.readUInt32LE(local) !== LOCAL) throw new Unreadable(NOT_A_DOCUMENT);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const data = file.subarray(from, from + packed);
    const part = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, left) });
    left -= part.length;
    if (left < 0) throw new Unreadable(say("source.unpacksToMore"));
    parts.set(name, part);
  }
  return parts;
}

/** Word stores an encrypted document in a container of its older formats. */
function encrypted(file: Buffer): Said | null {
  if (file.subarray(0, 8).toString("hex") !== "d0cf11e0a1b11ae1") return null;
  return file.includes(Buffer.from("EncryptedPackage", "utf16le")) ? say("source.encrypted") : say("source.oldWord");
}

/** Writes an uncompressed zip, so its reader has nothing to unpack. */
export function writeParts(parts: ReadonlyMap<string, Buffer>): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of parts) {
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(path.length, 22);
    chunks.push(uint32(LOCAL), head, path, data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(uint32(ENTRY), Buffer.from([20, 0]), head, tail, path);
    offset += 30 + path.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.size, 4);
  end.writeUInt16LE(parts.size, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...chunks, ...directory, uint32(END), end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
