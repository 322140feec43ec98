import { buffer } from "node:stream/consumers";
import PdfDocument from "pdfkit";
import { textBlocks } from "./text-blocks.ts";

/** Points of the letters of titles, of headings and of everything else. */
const SIZES = { 1: 20, 2: 14, body: 10.5 };

/** A PDF of several pages, as a word processor would print the text. */
export async function writePdf(text: string): Promise<Buffer> {
  const pdf = new PdfDocument({ size: "A4", margin: 64 });
  for (const block of textBlocks(text)) {
    if (block.kind === "heading") {
      pdf.moveDown(block.level === 1 ? 0 : 0.8).font("Helvetica-Bold");
      pdf.fontSize(SIZES[block.level]).text(block.text).moveDown(0.3);
    } else {
      const line = block.kind === "row" ? block.cells.join("    ") : block.text;
      pdf.font("Helvetica").fontSize(SIZES.body).text(line).moveDown(0.4);
    }
  }
  pdf.end();
  return buffer(pdf);
}
