/** What is used of pdfkit, which brings no types of its own. */
declare module "pdfkit" {
  import type { Readable } from "node:stream";

  class PdfDocument extends Readable {
    constructor(options: { size: string; margin: number });
    font(name: string): this;
    fontSize(points: number): this;
    moveDown(lines: number): this;
    text(text: string): this;
    end(): void;
  }

  export = PdfDocument;
}
