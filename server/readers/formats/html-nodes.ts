import { DomUtils, ElementType, parseDocument } from "htmlparser2";
import { say } from "../../say.ts";
import { cleanText } from "./extraction.ts";
import { Unreadable } from "../unreadable.ts";

/** The types of htmlparser2's page tree. */
type HtmlDocument = ReturnType<typeof parseDocument>;
export type HtmlNode = HtmlDocument | HtmlDocument["children"][number];
export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Limit of nested elements. Code that walks the tree uses recursion or worse. */
const DEPTH_MAX = 500;

/**
 * Parses a page into its elements.
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

/** Elements with this name below a node, in page order. */
export function elementsOf(name: string, below: HtmlNode): HtmlElement[] {
  return DomUtils.getElementsByTagName(name, below, true);
}

/** All text below a node, hidden text included. */
export function textOf(node: HtmlNode): string {
  return cleanText(DomUtils.textContent(node));
}
