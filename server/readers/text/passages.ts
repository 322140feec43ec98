import type { Block } from "../formats/extraction.ts";
import type { Language } from "./language-names.ts";
import { languageOf } from "./language-of.ts";
import { countWords, cutAtWords, sentencesOf } from "./sentences.ts";
import { withQuestions } from "./questions.ts";

/** A stretch of a source that can be shown as an answer by itself. */
export type Passage = {
  /** From 0, in reading order. */
  position: number;
  /** The headings above it: "Returns › Costs"; a question that it answers is the last of them. */
  heading: string | null;
  content: string;
  language: Language;
};

/** Words. A stretch under one heading that is no longer than MOST stays whole; a longer one is parted evenly. */
const MOST = 140;
const WANTED = 100;
/** Rows of a table are put together only up to here: each is a fact of its own. */
const ROWS_WANTED = 40;
/** Prose of so many words shows its own language; rows of names and numbers show none. */
const LONG_ENOUGH = 20;

/**
 * Cuts a source into passages of at most about 140 words. Headings are never crossed, a question stays with its answer, a table's row
 * is whole, and a paragraph is parted at sentences only, the last of which is said again where the next passage goes on.
 */
export function passages(blocks: readonly Block[]): Passage[] {
  const whole = languageOf(blocks.map(({ text }) => text).join("\n"));
  return sections(withQuestions(blocks))
    .flatMap(({ heading, parts }) => grouped(parts).map((content) => ({ heading, content, isRow: isTable(parts) })))
    .map(({ heading, content, isRow }, position) => {
      const isNews = !isRow && countWords(content) >= LONG_ENOUGH;
      return { position, heading, content, language: isNews ? languageOf(content, whole) : whole };
    });
}

type Section = { heading: string | null; parts: Block[] };

/** Blocks that follow each other under the same heading; rows and text apart. */
function sections(blocks: readonly Block[]): Section[] {
  const found: Section[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    const isSame = last?.heading === block.heading && last.parts.at(-1)?.isRow === block.isRow;
    if (isSame) last.parts.push(block);
    else found.push({ heading: block.heading, parts: [block] });
  }
  return found.flatMap(parted);
}

/** What leads in to a list or a table ("Not taken back are:") belongs to its rows, not to the text before. */
function parted(section: Section, at: number, all: Section[]): Section[] {
  const next = all[at + 1];
  const last = section.parts.at(-1);
  if (!last || !next?.parts[0]?.isRow || next.heading !== section.heading || last.isRow || !isLead(last.text))
    return [section];
  section.parts.pop();
  next.parts.unshift({ ...last, isRow: true });
  return section.parts.length > 0 ? [section] : [];
}

/** The parts as texts of the right length. */
function grouped(parts: readonly Block[]): string[] {
  const isRows = isTable(parts);
  const pieces = parts.flatMap(({ text, isRow }) => cut(text, isRow));
  const total = pieces.reduce((sum, { words }) => sum + words, 0);
  if (total <= (isRows ? ROWS_WANTED : MOST)) return [joined(pieces)];
  const wanted = isRows ? ROWS_WANTED : Math.ceil(total / Math.ceil(total / WANTED));
  const texts: string[] = [];
  let open: Piece[] = [];
  let words = 0;
  let lead: Piece | null = null;
  const end = () => {
    if (open.length > 0 && !(open.length === 1 && open[0] === lead)) texts.push(joined(open));
    open = [];
    words = 0;
  };
  for (const piece of pieces) {
    const isFull = words > 0 && (words + piece.words > MOST || words + piece.words / 2 > wanted);
    if (isFull) {
      end();
      // A list that goes on in another passage says again what it is a list of.
      if (lead && (piece.isItem || isRows)) open.push(lead);
      else if (piece.before) open.push(piece.before);
      words = open.reduce((sum, { words: more }) => sum + more, 0);
    }
    if (isLead(piece.text)) lead = piece;
    else if (!piece.isItem && !isRows) lead = null;
    open.push(piece);
    words += piece.words;
  }
  end();
  return texts;
}

function isTable(parts: readonly Block[]): boolean {
  return parts.at(-1)?.isRow ?? false;
}

type Piece = {
  text: string;
  words: number;
  /** The sentence that it goes on after, where it was cut out of a paragraph. */
  before: Piece | null;
  isItem: boolean;
};

/** A block whole, or in sentences where it is too long for one passage. */
function cut(text: string, isRow: boolean): Piece[] {
  const words = countWords(text);
  if (words <= MOST) return [{ text, words, before: null, isItem: /^(?:•|\d{1,3}[.)]) /.test(text) }];
  const pieces: Piece[] = [];
  for (const line of isRow ? [text] : text.split("\n")) {
    let before: Piece | null = null;
    for (const sentence of (isRow ? [line] : sentencesOf(line)).flatMap((part) => cutAtWords(part, WANTED))) {
      const piece: Piece = { text: sentence, words: countWords(sentence), before, isItem: false };
      pieces.push(piece);
      before = piece;
    }
  }
  return pieces;
}

/** Sentences of one line go on in it; everything else begins one. */
function joined(pieces: readonly Piece[]): string {
  return pieces.reduce((text, piece, at) => {
    if (at === 0) return piece.text;
    return `${text}${piece.before && piece.before === pieces[at - 1] ? " " : "\n"}${piece.text}`;
  }, "");
}

function isLead(text: string): boolean {
  return /[:：]$/.test(text) && countWords(text) <= 40;
}
