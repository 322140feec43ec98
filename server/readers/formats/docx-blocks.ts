import { DomUtils, parseDocument } from "htmlparser2";
import mammoth from "mammoth";
import { say } from "../../say.ts";
import { readParts, writeParts } from "./docx-zip.ts";
import type { Extraction } from "./extraction.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { elementsOf, isElement, type HtmlElement } from "./html-nodes.ts";
import { Unreadable } from "../unreadable.ts";

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh", "comment-reference => "];
/** Half points: smaller letters are not there for people. */
const SIZE_MIN = 4;
const HIDES = /<w:(?:vanish|webHidden|sz|color)\b/;

/**
 * What a Word document says.
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

/** The text without the runs that Word does not show: they are a place for instructions to programs. */
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
