import { getDocumentProxy } from "unpdf";
import { say } from "../../say.ts";
import { titleOf, type Extraction } from "./extraction.ts";
import { layOut } from "./pdf-layout.ts";
import { linesOf, withoutMargins, type PdfLine, type PdfPiece } from "./pdf-lines.ts";
import { Unreadable } from "../unreadable.ts";

const PAGES_MAX = 2_000;
/** Titles that programs write by themselves. */
const NO_TITLE = /^(?:untitled|microsoft word|document\d*|.*\.(?:docx?|pdf|odt|indd|pptx?))/i;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * What a PDF says.
 * @throws Unreadable
 */
export async function pdfBlocks(bytes: Uint8Array): Promise<Extraction> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > PAGES_MAX) throw new Unreadable(say("source.pages", { count: PAGES_MAX }));
    const lines: PdfLine[] = [];
    for (let page = 1; page <= pdf.numPages; page++) lines.push(...(await readPage(pdf, page)));
    if (lines.length === 0) throw new Unreadable(say("source.scan"));
    const blocks = layOut(withoutMargins(lines, pdf.numPages));
    return { title: await readTitle(pdf, lines), blocks };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes the bytes over, and hands them to a thread of its own where it has one.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") throw new Unreadable(say("source.encrypted"));
    if (error instanceof Error && error.name === "InvalidPDFException") throw new Unreadable(say("source.noPdf"));
    throw error;
  }
}

async function readPage(pdf: Pdf, number: number): Promise<PdfLine[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const [, bottom = 0, , top = 0] = page.view;
  const pieces = items.flatMap((item): PdfPiece[] => {
    if (!("str" in item)) return [];
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
    const { str: text, width, fontName: font, hasEOL: endsLine } = item;
    return [{ text, x, y: y - bottom, width, size: Math.hypot(a, b), font, endsLine }];
  });
  page.cleanup();
  return linesOf(pieces, number, top - bottom);
}

/** What the file is called in itself; else what is written largest on its first page. */
async function readTitle(pdf: Pdf, lines: readonly PdfLine[]): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const named = "Title" in info && typeof info.Title === "string" ? titleOf(info.Title) : null;
  if (named !== null && !NO_TITLE.test(named)) return named;
  const first = lines.filter(({ page }) => page === 1);
  const largest = Math.max(0, ...first.map(({ size }) => size));
  const usual = first.map(({ size }) => size).sort((a, b) => a - b)[Math.floor(first.length / 2)] ?? 0;
  if (largest < usual * 1.2) return null;
  const title = first.filter(({ size }) => size === largest).slice(0, 2);
  return titleOf(title.map(({ cells }) => cells.join(" ")).join(" "));
}
