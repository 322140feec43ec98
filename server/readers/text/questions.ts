import type { Block } from "../formats/extraction.ts";
import { countWords } from "./sentences.ts";

/** Prefixes of a question ("Q:", "Frage 3:", "12.") and of its answer ("A:"). */
const ASKS = /^(?:(?:q|question|f|frage|pregunta|p|domanda|d|vraag|fråga)\s?\d{0,3}\s?[:.)]|•|\d{1,3}[.)])\s+/i;
const ANSWERS = /^(?:a|answer|antwort|réponse|r|respuesta|risposta|resposta|antwoord|svar)\s?\d{0,3}\s?[:.)]\s+/i;
const WORDS_MIN = 3;
const WORDS_MAX = 30;

/**
 * Turns a line that only asks a question into the heading of the text after it, up to the next such line. So question and answer
 * are found together, and the answer can be shown by itself. Questions without an answer stay lines of text.
 */
export function withQuestions(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  let open: { question: string; asked: Block; isAnswered: boolean } | null = null;
  const unanswered = () => {
    if (open && !open.isAnswered) result.push(open.asked);
  };
  for (const block of blocks.flatMap(withoutLines)) {
    if (block.heading !== open?.asked.heading) {
      unanswered();
      open = null;
    }
    const question = block.isRow ? null : questionOf(block.text);
    if (question !== null) {
      unanswered();
      open = { question, asked: block, isAnswered: false };
    } else if (open) {
      open.isAnswered = true;
      const heading: string = [open.asked.heading, open.question].filter(Boolean).join(" › ");
      result.push({ ...block, heading, text: block.text.replace(ANSWERS, "") });
    } else result.push(block);
  }
  unanswered();
  return result;
}

/** Splits a block whose first line asks and whose next lines answer. Repeats this for every later question and answer in it. */
function withoutLines(block: Block): Block[] {
  const [first = "", ...rest] = block.text.split("\n");
  if (block.isRow || rest.length === 0 || questionOf(first) === null) return [block];
  const texts: string[][] = [[first], []];
  for (const line of rest) {
    if (texts.at(-1)?.length !== 0 && beginsToAsk(line)) texts.push([line], []);
    else texts.at(-1)?.push(line);
  }
  return texts.filter((lines) => lines.length > 0).map((lines) => ({ ...block, text: lines.join("\n") }));
}

/**
 * Whether a line starts a question, in text whose lines a program may have broken. A continued line starts with a lower-case
 * letter.
 */
export function beginsToAsk(line: string): boolean {
  return questionOf(line) !== null && !/^\p{Ll}/u.test(line);
}

export function questionOf(line: string): string | null {
  const question = line.replace(ASKS, "");
  const words = countWords(question);
  if (!/^[^?？.!\n]+[?？]$/.test(question.replace(/\.(?=\S)/g, "")) || words < WORDS_MIN || words > WORDS_MAX)
    return null;
  return question;
}
