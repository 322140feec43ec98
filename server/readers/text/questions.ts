import type { Block } from "../formats/extraction.ts";
import { countWords } from "./sentences.ts";

/** "Q:", "Frage 3:", "12." before a question, and "A:" before its answer. */
const ASKS = /^(?:(?:q|question|f|frage|pregunta|p|domanda|d|vraag|fråga)\s?\d{0,3}\s?[:.)]|•|\d{1,3}[.)])\s+/i;
const ANSWERS = /^(?:a|answer|antwort|réponse|r|respuesta|risposta|resposta|antwoord|svar)\s?\d{0,3}\s?[:.)]\s+/i;
const WORDS_MIN = 3;
const WORDS_MAX = 30;

/**
 * Blocks in which a line that only asks a question is the heading of what follows it, up to the next such line: question and answer
 * are found together, and the answer can be shown by itself. Questions that nothing follows stay lines of text.
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

/** A block whose first line asks and whose next ones answer, as two; so with every question and answer that follow in it. */
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

/** Whether a line asks by itself, where the lines before it may have been broken by a program: what goes on there is in small letters. */
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
