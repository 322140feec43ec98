import { CsvError, parse } from "csv-parse/sync";
import { say } from "../../say.ts";
import { createBlockWriter, oneLine, type Extraction, namedCells } from "./extraction.ts";
import { Unreadable } from "../unreadable.ts";

const COLUMNS_MAX = 200;
const ASKS = /^(?:questions?|q|fragen?|preguntas?|domand[ae]|perguntas?|vra(?:ag|gen)|fråg(?:a|or)|faq)$/i;
const ANSWERS = /^(?:answers?|a|antwort(?:en)?|réponses?|respuestas?|rispost[ae]|respostas?|antwoord(?:en)?|svar)$/i;

/**
 * The text of a CSV file: each row with the column names from the first line. In a file of questions and answers, each answer
 * stands under its question.
 * @throws Unreadable
 */
export function csvBlocks(text: string): Extraction {
  // Excel writes this line for itself.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const [header = [], ...rows] = readRows(body, named?.[1] ?? delimiterOf(body));
  if (header.length > COLUMNS_MAX) throw new Unreadable(say("source.columns", { count: COLUMNS_MAX }));
  const names = header.map(oneLine);
  const writer = createBlockWriter();
  const asks = names.findIndex((name) => ASKS.test(name));
  const answers = names.findIndex((name) => ANSWERS.test(name));
  for (const row of isData(names) ? [header, ...rows] : rows) {
    if (asks === -1 || answers === -1 || asks === answers) {
      writer.block(namedCells(isData(names) ? [] : names, row), true);
      continue;
    }
    const others = names.map((name, at) => (at === asks || at === answers ? "" : name));
    const more = row.map((cell, at) => (at === asks || at === answers ? "" : cell));
    writer.heading(1, row[asks] ?? "");
    writer.block([row[answers] ?? "", namedCells(others, more)].filter(Boolean).join("\n"));
  }
  return { title: null, blocks: writer.blocks };
}

function readRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable(say("source.quoteOpen"));
    throw error;
  }
}

/** A first line that contains a number names no columns: it is a row itself. */
function isData(names: readonly string[]): boolean {
  return names.some((name) => /^[-+]?[\d.,]+\s?[€$£%]?$/.test(name));
}

function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.replace(/"[^"]*"/g, ""))?.[0] ?? "";
  const count = (delimiter: string) => line.split(delimiter).length;
  return [";", "\t", "|"].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ",");
}
