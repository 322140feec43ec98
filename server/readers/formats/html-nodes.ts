import { DomUtils, ElementType, parseDocument } from "htmlparser2";
import { say } from "../../say.ts";
import { cleanText } from "./extraction.ts";
import { Unreadable } from "../unreadable.ts";

/** What htmlparser2 makes of a page, by the names of its own types. */
type HtmlDocument = ReturnType<typeof parseDocument>;
export type HtmlNode = HtmlDocument | HtmlDocument["children"][number];
export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Elements in one another; what walks through them does it with recursion, or worse. */
const DEPTH_MAX = 500;

/**
 * A page as its elements.
 * @throws Unreadable
 */
export function parseHtml(html: string): HtmlDocument {
  const page = parseDocument(html);
  const open: { node: HtmlNode; depth: number }[] = [{ node: page, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (depth > DEPTH_MAX) throw new Unreadable(say("source.nested"));
    for (const child of DomUtils.getChildren(node)) open.push({ node: child, depth: depth + 1 });
  }
  return page;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return ElementType.isTag(node);
}

/** Elements of this name below a node, in the order of the page. */
export function elementsOf(name: string, below: HtmlNode): HtmlElement[] {
  return DomUtils.getElementsByTagName(name, below, true);
}

/** All text below a node, what is hidden included. */
export function textOf(node: HtmlNode): string {
  return cleanText(DomUtils.textContent(node));
}
