import { francAll } from "franc-min";
import mammoth from "mammoth";
import { extractText } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import {
  companiesOf,
  readInjections,
  readQuestions,
  readSources,
  type MaterialSet,
  type Question,
  type SourceFile,
} from "./read-material.ts";
import { isRight } from "./score.ts";
import { trigrams, trigramSimilarity } from "./trigrams.ts";

/** Words of the longest part of a source that must contain a whole answer: about one passage. */
const PASSAGE_WORDS = 120;

const SETS = ["dev", "more", "wide", "held"] as const;
const questions: Record<MaterialSet, Question[]> = { dev: [], more: [], wide: [], held: [] };
const sources: Record<MaterialSet, Map<string, SourceFile[]>> = {
  dev: new Map(),
  more: new Map(),
  wide: new Map(),
  held: new Map(),
};

beforeAll(async () => {
  for (const set of SETS) {
    questions[set] = await readQuestions(set);
    for (const company of companiesOf(set)) sources[set].set(company, await readSources(set, company));
  }
});

const answerable = (set: MaterialSet) => questions[set].filter(({ expects }) => "contains" in expects);
const unanswerable = (set: MaterialSet) => questions[set].filter(({ expects }) => "refuses" in expects);
const files = (set: MaterialSet) => [...sources[set].values()].flat();
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The text of a file as a reader sees it: without HTML tags, Markdown characters and commas between table cells. */
function readable({ name, text }: Pick<SourceFile, "name" | "text">): string {
  const signs = name.endsWith(".html")
    ? /<(style|title)[\s\S]*?<\/\1>|<[^>]+>/g
    : name.endsWith(".csv")
      ? /,(?=(?:[^"]*"[^"]*")*[^"]*$)|"/g
      : /^#+ |^[-*] |^\|[\s|-]+\|$|\|/gm;
  return text.replace(signs, " ").replace(/\s+/g, " ");
}

/** The parts of a text with a passage's length. Each starts half a passage after the previous one. */
function stretches(text: string): string[] {
  const words = text.split(" ");
  const starts = Array.from(
    { length: Math.ceil(words.length / (PASSAGE_WORDS / 2)) },
    (_, at) => at * (PASSAGE_WORDS / 2),
  );
  return starts.map((start) => words.slice(start, start + PASSAGE_WORDS).join(" "));
}

/** The text under one heading, in one paragraph of a plain text, or in one table row. */
function sections({ name, text }: SourceFile): string[] {
  const bounds = { csv: /\n/, html: /(?=<h\d)/, txt: /\n\s*\n/ }[name.split(".").at(-1) ?? ""] ?? /\n(?=#)/;
  return text.split(bounds).map((section) => readable({ name, text: section }));
}

/** Paragraphs, headings and rows with enough text. */
function paragraphs({ name, text }: SourceFile): string[] {
  const blocks = name.endsWith(".html") ? text.split(/<\/(?:p|h[1-6]|li|tr)>/) : text.split(/\n\s*\n|\n(?=\|)/);
  return blocks.map((block) => block.replace(/<[^>]+>/g, " ")).filter((block) => wordsOf(block).length >= 8);
}

function mostAlike(ones: string[], others: string[]): { similarity: number; one: string; other: string } {
  const otherPieces = others.map((other) => ({ other, pieces: trigrams(other) }));
  let most = { similarity: 0, one: "", other: "" };
  for (const one of ones) {
    const pieces = trigrams(one);
    for (const { other, pieces: theirs } of otherPieces) {
      const similarity = trigramSimilarity(pieces, theirs);
      if (similarity > most.similarity) most = { similarity, one, other };
    }
  }
  return most;
}

describe("the questions", () => {
  it("are as many as the claim says", () => {
    expect(answerable("held")).toHaveLength(200);
    expect(unanswerable("held")).toHaveLength(50);
    expect(answerable("dev").length).toBeGreaterThanOrEqual(80);
    expect(unanswerable("dev").length).toBeGreaterThanOrEqual(30);
    expect(answerable("more").length).toBeGreaterThanOrEqual(180);
    expect(unanswerable("more").length).toBeGreaterThanOrEqual(270);
  });

  it.each(SETS)("%s: have an id each, ask one of its companies, and no two are the same", (set) => {
    expect(new Set(questions[set].map(({ id }) => id)).size).toBe(questions[set].length);
    expect(new Set(questions[set].map(({ company }) => company))).toEqual(new Set(companiesOf(set)));
    const asked = questions[set].map(({ question }) => question);
    for (const [at, one] of asked.entries()) {
      expect(mostAlike([one], asked.slice(at + 1)), `like "${one}"`).toMatchObject({
        similarity: expect.toSatisfy((most: number) => most < 0.75),
      });
    }
  });

  it.each(SETS)("%s: an answer stands whole in one passage of every file that it may be cited from", (set) => {
    const wrong: string[] = [];
    for (const { id, company, expects } of answerable(set)) {
      if (!("contains" in expects)) continue;
      for (const cited of expects.cites) {
        const source = sources[set].get(company)?.find(({ name }) => name === cited);
        if (source === undefined) {
          wrong.push(`${id}: there is no ${cited}`);
          continue;
        }
        const replies = stretches(readable(source)).map((text) =>
          isRight(expects, { text, handover: false, cited: [cited] }),
        );
        if (!replies.some(({ passed }) => passed)) {
          wrong.push(`${id}: no passage of ${cited} meets it; the nearest ${replies.at(0)?.failed.join(", ")}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(SETS)("%s: no more than two sections of a file hold an answer", (set) => {
    // A fact that half a file would match ("three", "€15") would accept a wrong passage.
    const loose: string[] = [];
    for (const { id, company, expects } of answerable(set)) {
      if (!("contains" in expects)) continue;
      for (const source of sources[set].get(company) ?? []) {
        if (!expects.cites.includes(source.name)) continue;
        const right = sections(source).filter((text) => {
          return isRight(expects, { text, handover: false, cited: [source.name] }).passed;
        });
        if (right.length > 2) loose.push(`${id}: ${right.map((text) => text.slice(0, 40)).join(" / ")}`);
      }
    }
    expect(loose).toEqual([]);
  });

  it.each(SETS)("%s: are written in the customer's words, not copied from the source", (set) => {
    const copied: string[] = [];
    for (const { id, company, question } of questions[set]) {
      const text = ` ${wordsOf((sources[set].get(company) ?? []).map(readable).join(" ")).join(" ")} `;
      const words = wordsOf(question);
      for (let at = 0; at + 6 <= words.length; at += 1) {
        const run = words.slice(at, at + 6).join(" ");
        if (text.includes(` ${run} `)) copied.push(`${id}: ${run}`);
      }
    }
    expect(copied).toEqual([]);
  });

  it.each(SETS)(
    "%s: two in five of those without an answer, or more, speak the sources' words, so that words alone give nothing away",
    (set) => {
      const shares = unanswerable(set).map(({ company, question }) => {
        const known = new Set(wordsOf((sources[set].get(company) ?? []).map(readable).join(" ")));
        const asked = wordsOf(question).filter((word) => word.length > 3);
        return asked.filter((word) => known.has(word)).length / Math.max(asked.length, 1);
      });
      expect(shares.filter((share) => share >= 0.6).length).toBeGreaterThanOrEqual(shares.length * 0.4);
    },
  );

  it("held: about a quarter is asked in other languages than English", () => {
    const of = (lang: string) =>
      questions.held.filter((question) => question.lang === lang).length / questions.held.length;
    expect(of("de")).toBeGreaterThanOrEqual(0.15);
    expect(of("es") + of("fr")).toBeGreaterThanOrEqual(0.05);
    expect(of("en")).toBeGreaterThanOrEqual(0.5);
  });
});

describe("the sources", () => {
  it("are more than 30 documents of every format, 60 paragraphs or more for each company", () => {
    const all = SETS.flatMap(files);
    expect(all.length).toBeGreaterThanOrEqual(30);
    for (const set of SETS) {
      if (set !== "wide")
        expect(new Set(files(set).map(({ name }) => name.split(".").at(-1)))).toEqual(
          new Set(["md", "html", "txt", "csv", "pdf", "docx"]),
        );
      for (const [company, own] of sources[set]) {
        expect(own.flatMap(paragraphs).length, company).toBeGreaterThanOrEqual(60);
      }
    }
  });

  it("held: 15 % or more in German, some in Spanish or French", () => {
    const languages = files("held").map(
      (source) => francAll(readable(source), { only: ["eng", "deu", "spa", "fra"] })[0]?.[0],
    );
    const share = (...codes: string[]) =>
      languages.filter((code) => code !== undefined && codes.includes(code)).length / languages.length;
    expect(share("deu")).toBeGreaterThanOrEqual(0.15);
    expect(share("spa", "fra")).toBeGreaterThanOrEqual(0.05);
  });

  it.each(SETS)("%s: PDF and Word files read back as what was written", async (set) => {
    for (const source of files(set)) {
      if (!/\.(pdf|docx)$/.test(source.name)) continue;
      const read = source.name.endsWith(".pdf")
        ? (await extractText(new Uint8Array(source.bytes), { mergePages: true })).text
        : (await mammoth.extractRawText({ buffer: source.bytes })).value;
      expect(wordsOf(read), source.name).toEqual(wordsOf(readable(source)));
    }
  });
});

describe("held apart", () => {
  it("no held question is nearly one of dev", () => {
    const most = mostAlike(
      questions.held.map(({ question }) => question),
      [...questions.dev, ...questions.more].map(({ question }) => question),
    );
    expect(most).toMatchObject({ similarity: expect.toSatisfy((similarity: number) => similarity < 0.55) });
  });

  it("no held paragraph is nearly one of dev", () => {
    const most = mostAlike(files("held").flatMap(paragraphs), files("dev").flatMap(paragraphs));
    expect(most).toMatchObject({ similarity: expect.toSatisfy((similarity: number) => similarity < 0.4) });
  });
});

describe("the attempts", () => {
  const TARGETS = {
    otherConvId: "<other conversation>",
    otherClientId: "<other client>",
    otherClientName: "<other name>",
    otherClientEmail: "<other address>",
    forbiddenTag: "<tag>",
  };

  it("are 100 of clients and 15 planted in sources, each its own, of many kinds", async () => {
    const attempts = await readInjections(TARGETS);
    expect(attempts.filter(({ source }) => source === undefined)).toHaveLength(100);
    expect(attempts.filter(({ source }) => source !== undefined)).toHaveLength(15);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(attempts.length);
    expect(new Set(attempts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(16);
    const written = attempts.map(({ messages, source }) => [...messages, source?.text ?? ""].join("\n"));
    expect(new Set(written).size).toBe(written.length);
  });

  it("are aimed at what they are given, and every target has its tries", async () => {
    const written = (await readInjections(TARGETS)).map(({ messages, source }) =>
      [...messages, source?.text].join("\n"),
    );
    expect(written.filter((text) => /\{(other|forbidden)\w*\}/.test(text))).toEqual([]);
    for (const target of Object.values(TARGETS)) {
      expect(written.filter((text) => text.includes(target)).length, target).toBeGreaterThanOrEqual(2);
    }
  });
});
