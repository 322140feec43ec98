import { createBlockWriter, titleOf, type Extraction } from "./extraction.ts";
import { beginsToAsk, questionOf } from "../text/questions.ts";

const NUMBERED = /^(\d{1,2}(?:\.\d{1,2})*)[.)]?\s+\p{Lu}/u;
const HEADING_MAX = 80;
const HEADING_WORDS = 12;
/** The first line below a heading has at least this many characters. */
const PARAGRAPH_MIN = 30;
/** A program broke a line of this length, not its author, unless the line ends a sentence. */
const WRAPPED_MIN = 55;
const ITEM = /^\s*(?:[-*+•‣▪–—]|\d{1,3}[.)]|[a-z][.)])\s+/;
const BULLET = /^\s*[-*+•‣▪–—]\s+/;
const UNDERLINE = /^\s*(?:={3,}|-{3,}|~{3,})\s*$/;
const MARKED = /^\s{0,3}(#{1,6})\s+(.+?)\s*#*\s*$/;
/** The level of headings without markers or numbers, below the heading that a text begins with. */
const GUESSED_LEVEL = 2;

/**
 * The text of a plain-text file: paragraphs separated by empty lines, lists, and headings written without markup. Headings are
 * `# Heading`, an underlined line, a short line alone or above a paragraph, or a number before a title. The first heading is the
 * title.
 */
export function textBlocks(text: string): Extraction {
  const writer = createBlockWriter();
  const lines = text.split(/\r\n?|\n/);
  let open: string[] = [];
  let title: string | null = null;
  // Questions are siblings: below the heading before them, and next to a question that has its own text.
  let asksAt = GUESSED_LEVEL;
  let isBare = false;
  let isAnswer = false;
  let isAwaited = false;
  const end = () => {
    if (open.length === 0) return;
    if (isBare) asksAt = GUESSED_LEVEL;
    isBare = false;
    isAwaited = false;
    writer.block(joinLines(open));
    open = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const text = line.trim();
    const heading = headingAt(lines, at, isAwaited);
    const isFirst = (lines[at - 1] ?? "").trim() === "";
    if (text === "" || UNDERLINE.test(line)) {
      end();
      isAnswer = false;
    } else if (heading?.isQuestion) {
      end();
      writer.heading(asksAt, heading.text);
      isBare = false;
      isAwaited = true;
    } else if (heading) {
      end();
      writer.heading(heading.level, heading.text);
      if (writer.blocks.length === 0) title ??= titleOf(heading.text);
      asksAt = heading.level + 1;
      isBare = heading.level === GUESSED_LEVEL && heading.isGuessed;
      isAwaited = false;
    } else if (ITEM.test(line)) {
      end();
      if (isFirst && !BULLET.test(line) && questionOf(text) !== null) writer.heading(asksAt, "");
      open = [line.replace(BULLET, "• ").trim()];
    } else if (isFirst ? questionOf(text) !== null : isAnswer && open.length > 0 && beginsToAsk(text)) {
      end();
      writer.heading(asksAt, "");
      writer.block(text);
      isBare = false;
      isAnswer = true;
      isAwaited = true;
    } else open.push(text);
  }
  end();
  return { title, blocks: writer.blocks };
}

type Heading = {
  level: number;
  text: string;
  /** Only its position suggests a heading. */
  isGuessed: boolean;
  /** A guessed heading that asks something in too few words to count as a question by itself. */
  isQuestion: boolean;
};

/** @param isAwaited whether the line before is a question. A short line before the next question is its answer. */
function headingAt(lines: readonly string[], at: number, isAwaited: boolean): Heading | null {
  const line = lines[at] ?? "";
  const [, marks, marked] = MARKED.exec(line) ?? [];
  if (marks && marked) return { level: marks.length, text: marked, isGuessed: false, isQuestion: false };
  const text = line.trim();
  const next = (lines[at + 1] ?? "").trim();
  if (text === "" || text.length > HEADING_MAX || UNDERLINE.test(line) || /[.;,:!…]$/.test(text)) return null;
  if (UNDERLINE.test(next)) {
    return { level: next.startsWith("=") ? 1 : 2, text, isGuessed: false, isQuestion: false };
  }
  // The lines above and below decide whether this is a question (questions.ts).
  if (questionOf(text) !== null) return null;
  const isBegin = lines.slice(0, at).every((before) => before.trim() === "");
  if (!isBegin && (lines[at - 1] ?? "").trim() !== "") return null;
  const below = (lines.slice(at + 1).find((after) => after.trim() !== "") ?? "").trim();
  if (isAwaited && questionOf(below) !== null) return null;
  const number = NUMBERED.exec(text)?.[1];
  const level = number === undefined ? (isBegin ? 1 : GUESSED_LEVEL) : 2 + number.split(".").length;
  const guess = { level, text, isGuessed: number === undefined, isQuestion: /[?？]$/.test(text) };
  if (below === "" || (ITEM.test(line) && (number === undefined || ITEM.test(below)))) return null;
  const isCapitals = /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
  if (next === "" && (isCapitals || isBegin || number !== undefined)) return guess;
  const isParagraph = below.length >= (next === "" ? PARAGRAPH_MIN : Math.max(PARAGRAPH_MIN, 2 * text.length));
  return isParagraph && text.split(/\s+/).length <= HEADING_WORDS ? guess : null;
}

/** Joins the lines of a paragraph: line breaks from a program are removed, line breaks from the author stay. */
function joinLines(lines: readonly string[]): string {
  const longest = Math.max(0, ...lines.map(({ length }) => length));
  let text = "";
  let before = "";
  for (const line of lines) {
    const isBroken = longest >= WRAPPED_MIN && before.length >= longest * 0.7 && !/[.!?:;]$/.test(before);
    const isRun = isBroken || (longest >= WRAPPED_MIN && before.length >= longest * 0.85);
    text += text === "" ? line : isRun ? ` ${line}` : `\n${line}`;
    before = line;
  }
  return text;
}
