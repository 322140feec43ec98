import type { Block } from "../formats/extraction.ts";
import type { Language } from "./language-names.ts";
import { languageOf } from "./language-of.ts";
import { countWords, cutAtWords, sentencesOf } from "./sentences.ts";
import { withQuestions } from "./questions.ts";

/** A part of a source that can be shown as an answer by itself. */
export type Passage = {
  /** Position in reading order, from 0. */
  position: number;
  /** The headings above it: "Returns › Costs". If it answers a question, the question is the last heading. */
  heading: string | null;
  content: string;
  language: Language;
};

/** In words. Text under one heading up to MOST stays whole. Longer text is split evenly. */
const MOST = 140;
const WANTED = 100;
/** In words. Table rows are combined only up to this length, because each row is a separate fact. */
const ROWS_WANTED = 40;
/** In words. Prose of this length shows its own language. Rows of names and numbers do not. */
const LONG_ENOUGH = 20;

/**
 * Cuts a source into passages of at most about 140 words. A passage never crosses a heading. A question stays with its answer,
 * and a table row stays whole. A paragraph is split only between sentences, and the last sentence is repeated at the start of
 * the next passage.
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

/** Groups consecutive blocks under the same heading, with table rows separate from text. */
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

/** A line that introduces a list or table ("Not taken back are:") belongs to its rows, not to the text before it. */
function parted(section: Section, at: number, all: Section[]): Section[] {
  const next = all[at + 1];
  const last = section.parts.at(-1);
  if (!last || !next?.parts[0]?.isRow || next.heading !== section.heading || last.isRow || !isLead(last.text))
    return [section];
  section.parts.pop();
  next.parts.unshift({ ...last, isRow: true });
  return section.parts.length > 0 ? [section] : [];
}

/** Combines the parts into texts of the right length. */
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
      // A list that continues in another passage repeats its introduction.
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
  /** The sentence before it, if it was cut out of a paragraph. */
  before: Piece | null;
  isItem: boolean;
};

/** Returns a block whole, or as sentences if it is too long for one passage. */
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

/** Joins sentences of the same line with a space. Everything else starts a new line. */
function joined(pieces: readonly Piece[]): string {
  return pieces.reduce((text, piece, at) => {
    if (at === 0) return piece.text;
    return `${text}${piece.before && piece.before === pieces[at - 1] ? " " : "\n"}${piece.text}`;
  }, "");
}

function isLead(text: string): boolean {
  return /[:：]$/.test(text) && countWords(text) <= 40;
}
