import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import { textBlocks } from "./text-blocks.ts";

const HEADINGS = { 1: HeadingLevel.TITLE, 2: HeadingLevel.HEADING_1 };

/** A Word file with headings and tables. */
export async function writeDocx(text: string): Promise<Buffer> {
  const children: (Paragraph | Table)[] = [];
  let rows: TableRow[] = [];
  const endTable = () => {
    if (rows.length > 0) children.push(new Table({ rows }));
    rows = [];
  };
  for (const block of textBlocks(text)) {
    if (block.kind === "row") {
      rows.push(
        new TableRow({ children: block.cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) }),
      );
      continue;
    }
    endTable();
    children.push(
      block.kind === "heading"
        ? new Paragraph({ text: block.text, heading: HEADINGS[block.level] })
        : new Paragraph(block.text),
    );
  }
  endTable();
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}
