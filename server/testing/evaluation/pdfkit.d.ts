/** The used part of pdfkit, which has no types of its own. */
declare module "pdfkit" {
  import type { Readable } from "node:stream";

  class PdfDocument extends Readable {
    constructor(options: { size: string; margin: number; userPassword?: string; info?: { Title: string } });
    readonly y: number;
    font(name: string): this;
    fontSize(points: number): this;
    moveDown(lines: number): this;
    /** At x and y, in points from the top left. By default, below the last text. */
    text(text: string, x?: number, y?: number, options?: { lineBreak: boolean }): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(colour: string): this;
    addPage(): this;
    end(): void;
  }

  export = PdfDocument;
}
