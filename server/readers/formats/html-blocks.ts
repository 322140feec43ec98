import { DomUtils, ElementType } from "htmlparser2";
import {
  createBlockWriter,
  oneLine,
  titleOf,
  type BlockWriter,
  type Extraction,
  inOneLine,
  isHeaderRow,
  namedCells,
} from "./extraction.ts";
import { backgroundOf, colour, isHiddenFromPeople } from "./hidden-elements.ts";
import { elementsOf, isElement, parseHtml, textOf, type HtmlElement, type HtmlNode } from "./html-nodes.ts";

/** Elements without text that belongs to the page. */
const NO_TEXT =
  words(`title script style template noscript svg math canvas iframe object embed audio video picture img map head button
  select input textarea datalist dialog nav`);
/** Elements around a page's content, unless they are inside it. */
const AROUND = words("header footer aside");
const AROUND_ROLES = words("navigation banner contentinfo search dialog alertdialog menu menubar");
const BREADCRUMB = /(?:^|[\s_-])breadcrumbs?(?:[\s_-]|$)/i;
/** Inline elements. All others begin a new paragraph. */
const INLINE =
  words(`a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter output q rp rt ruby s
  samp small span strike strong sub sup time tt u var wbr`);
/** A main element with less text than this is ignored, because the page's content is elsewhere. */
const MAIN_MIN = 200;
/** The heading level of a question that opens to its answer: below all other headings. */
const QUESTION_LEVEL = 7;

type Place = { background: string; isMain: boolean; isPre: boolean };

/** The text that people see on an HTML page, under its headings. */
export function htmlBlocks(html: string): Extraction {
  const page = parseHtml(html);
  const body = elementsOf("body", page)[0] ?? page;
  const main = mainOf(body);
  const writer = createBlockWriter();
  const reader = createReader(writer);
  reader.read(main, { background: colour("white"), isMain: main !== body, isPre: false });
  reader.end();
  const named = elementsOf("title", page).find(({ parent }) => !parent || !isElement(parent) || parent.name === "head");
  const title = titleOf(named && textOf(named));
  const heading = elementsOf("h1", main)[0];
  return { title: title ?? titleOf(heading && textOf(heading)), blocks: writer.blocks };
}

/** The page's main part, if the page marks one. */
function mainOf(body: HtmlNode): HtmlNode {
  const isLong = (element: HtmlNode) => textOf(element).length >= MAIN_MIN;
  const mains = DomUtils.filter(
    (node) => isElement(node) && (node.name === "main" || node.attribs.role === "main"),
    body,
  );
  const whole = mains.find(isLong);
  if (whole) return whole;
  const [article, ...others] = elementsOf("article", body);
  return article && others.length === 0 && isLong(article) ? article : body;
}

function createReader(writer: BlockWriter) {
  let line = "";
  const end = () => {
    const text = line;
    line = "";
    writer.block(text);
  };

  function read(node: HtmlNode, place: Place): void {
    if (node.type === ElementType.Text) line += place.isPre ? node.data : node.data.replace(/\s+/g, " ");
    else if (!isElement(node)) readAll(DomUtils.getChildren(node), place);
    else if (!isLeftOut(node, place)) readElement(node, below(node, place));
  }

  function readAll(nodes: readonly HtmlNode[], place: Place): void {
    for (const node of nodes) read(node, place);
  }

  function readElement(node: HtmlElement, place: Place): void {
    const { name, children } = node;
    if (name === "br") line += "\n";
    else if (INLINE.has(name)) {
      const isFirst = line.trim() === "";
      readAll(children, place);
      // A bold question at the start of a paragraph is the heading of its answer.
      if (isFirst && (name === "b" || name === "strong") && line.trimEnd().endsWith("?")) line += "\n";
    } else {
      end();
      if (/^h[1-6]$/.test(name)) writer.heading(Number(name[1]), textIn(node, place));
      else if (name === "table") readTable(node, place);
      else if (name === "dl") readTerms(node, place);
      else if (name === "details") readDetails(node, place);
      else if (name === "ul" || name === "ol") readItems(node, place);
      else readAll(children, place);
      end();
    }
  }

  /** The text that people see of an element, separate from the text around it. */
  function textIn(element: HtmlElement, place: Place): string {
    const inner = createBlockWriter();
    const reader = createReader(inner);
    reader.readAll(element.children, place);
    reader.end();
    return inner.blocks.map(({ text }) => text).join("\n");
  }

  function readItems(list: HtmlElement, place: Place): void {
    let number = Number.parseInt(list.attribs.start ?? "", 10) || 1;
    for (const item of list.children) {
      if (!isElement(item) || item.name !== "li") {
        read(item, place);
        continue;
      }
      if (isLeftOut(item, place)) continue;
      const mark = list.name === "ol" ? `${number++}. ` : "• ";
      line = mark;
      readAll(item.children, below(item, place));
      if (line === mark) line = "";
      end();
    }
  }

  /** Reads terms with their meanings, each as a row, and questions with their answers. */
  function readTerms(list: HtmlElement, place: Place): void {
    let terms: string[] = [];
    let isMeant = false;
    for (const part of DomUtils.getElementsByTagName((name) => name === "dt" || name === "dd", list)) {
      if (isLeftOut(part, place)) continue;
      const text = textIn(part, below(part, place));
      if (part.name === "dt") {
        terms = isMeant ? [text] : [...terms, text];
        isMeant = false;
        continue;
      }
      isMeant = true;
      const term = oneLine(terms.join(", "));
      if (term.endsWith("?")) {
        writer.heading(QUESTION_LEVEL, term);
        writer.block(text);
        writer.heading(QUESTION_LEVEL, "");
      } else writer.block(term === "" ? text : `${term.replace(/:$/, "")}: ${text}`, true);
    }
  }

  function readDetails(node: HtmlElement, place: Place): void {
    const summary = node.children.find((child) => isElement(child) && child.name === "summary");
    if (summary && isElement(summary) && !isLeftOut(summary, place))
      writer.heading(QUESTION_LEVEL, textIn(summary, place));
    readAll(
      node.children.filter((child) => child !== summary),
      place,
    );
    end();
    writer.heading(QUESTION_LEVEL, "");
  }

  function readTable(table: HtmlElement, place: Place): void {
    const rows = tableRows(
      table,
      (part) => isLeftOut(part, place),
      (cell) => textIn(cell, below(cell, place)),
    );
    if (rows === null) return readAll(table.children, place);
    for (const caption of elementsOf("caption", table)) writer.block(textIn(caption, place));
    for (const row of rows) writer.block(row, true);
  }

  return { read, readAll, end };
}

function below({ name, attribs }: HtmlElement, place: Place): Place {
  return {
    background: backgroundOf(attribs, place.background),
    isMain: place.isMain || name === "main" || name === "article",
    isPre: place.isPre || name === "pre",
  };
}

function isLeftOut({ name, attribs }: HtmlElement, { background, isMain }: Place): boolean {
  if (NO_TEXT.has(name) || AROUND_ROLES.has(attribs.role ?? "")) return true;
  if (AROUND.has(name) && !isMain) return true;
  if (BREADCRUMB.test(`${attribs.class ?? ""} ${attribs["aria-label"] ?? ""}`)) return true;
  return isHiddenFromPeople(attribs, background);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

const COLUMNS_MAX = 60;
const SPAN_MAX = 50;

type Cell = { text: string; isHead: boolean };

/**
 * The rows of a table, each with its column names: "Tariff: Basic; Price: € 20". A cell that spans rows is in each of them.
 * @param textOf the text that people see of a cell.
 * @returns null for a table used for layout, not for data.
 */
function tableRows(
  table: HtmlElement,
  isLeftOut: (part: HtmlElement) => boolean,
  textOf: (cell: HtmlElement) => string,
): string[] | null {
  if (["presentation", "none"].includes(table.attribs.role ?? "")) return null;
  if (table.children.some((child) => elementsOf("table", child).length > 0)) return null;
  const rows = elementsOf("tr", table).filter((row) => !isLeftOut(row));
  const grid = spread(rows, isLeftOut, textOf);
  if (Math.max(0, ...grid.map((row) => row.length)) < 2) return null;
  const [first = [], ...rest] = grid;
  const above = rows[0]?.parent;
  const names = first.map(({ text }) => text);
  const isHead =
    (above && isElement(above) && above.name === "thead") ||
    first.every((cell) => cell.isHead || cell.text === "") ||
    isHeaderRow(
      names,
      rest.map((row) => row.map(({ text }) => text)),
    );
  if (!isHead) return grid.map(unnamedRow);
  return rest.map((row) => {
    const cells = row.map(({ text }) => text);
    // One cell across all columns is a line between rows and belongs to no column.
    return cells.every((cell) => cell === cells[0]) ? (cells[0] ?? "") : namedCells(names, cells);
  });
}

/** A row of a table without column names. Its first cell is the subject if it qualifies as one. */
function unnamedRow(row: Cell[]): string {
  const [head, ...rest] = row.filter((cell, at) => cell.text !== "" && cell !== row[at - 1]);
  if (!head || rest.length === 0) return head?.text ?? "";
  const about = inOneLine(head.text).replace(/:$/, "");
  return `${about}${head.isHead || rest.length === 1 ? ": " : "; "}${rest.map(({ text }) => inOneLine(text)).join("; ")}`;
}

/** The cells in a grid. A cell that spans several columns or rows is in each of them. */
function spread(rows: HtmlElement[], isLeftOut: (part: HtmlElement) => boolean, textOf: (cell: HtmlElement) => string) {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  rows.forEach((row, down) => {
    let across = 0;
    for (const cell of row.children) {
      if (!isElement(cell) || !["td", "th"].includes(cell.name) || isLeftOut(cell)) continue;
      while (grid[down]?.[across]) across += 1;
      if (across >= COLUMNS_MAX) break;
      const value = { text: textOf(cell), isHead: cell.name === "th" };
      const right = Math.min(across + spanOf(cell, "colspan"), COLUMNS_MAX);
      for (const line of grid.slice(down, down + spanOf(cell, "rowspan")))
        for (let at = across; at < right; at++) line[at] ??= value;
      across = right;
    }
  });
  return grid.map((row) => Array.from(row, (cell) => cell ?? { text: "", isHead: false }));
}

function spanOf(cell: HtmlElement, name: "colspan" | "rowspan"): number {
  return Math.min(SPAN_MAX, Math.max(1, Number.parseInt(cell.attribs[name] ?? "", 10) || 1));
}
