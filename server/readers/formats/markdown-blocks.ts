import { marked } from "marked";
import { titleOf, type Extraction } from "./extraction.ts";
import { htmlBlocks } from "./html-blocks.ts";

const FRONT_MATTER = /^---\r?\n(.*?)\r?\n---\r?\n/s;

/** The text of a Markdown file. HTML in it is read like a page, with the same rules for hidden text. */
export function markdownBlocks(text: string): Extraction {
  const front = FRONT_MATTER.exec(text);
  const named = /^title:\s*["']?(.*?)["']?\s*$/m.exec(front?.[1] ?? "")?.[1];
  const html = marked.parse(front ? text.slice(front[0].length) : text, { async: false, gfm: true });
  const { title, blocks } = htmlBlocks(html);
  return { title: titleOf(named) ?? title, blocks };
}
