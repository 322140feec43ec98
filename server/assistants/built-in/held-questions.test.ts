import { describe, expect, test } from "vitest";
import { createTestKnowledge, testTurn } from "../../testing/knowledge.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import type { Reply } from "../engine.ts";
import { companiesOf, readQuestions, readSources } from "../evaluation/read-material.ts";
import type { MaterialSet, Question } from "../evaluation/read-material.ts";
import { isRight } from "../evaluation/score.ts";
import { sentencesOf } from "../knowledge/sentences.ts";
import { builtIn } from "./built-in.ts";
import { phrases } from "./phrases.ts";
import { SPOKEN } from "./question-language.ts";

type Asked = { question: Question; reply: Reply; passed: boolean; cited: string[] };

const SETTINGS = { handover: { enabled: true } };

/** Puts every question of a set to an assistant that has its company's sources, and no model. */
async function ask(set: MaterialSet): Promise<Asked[]> {
  const questions = await readQuestions(set);
  const asked: Asked[] = [];
  for (const company of companiesOf(set)) {
    const { workspaceId } = await createTestWorkspace();
    const knowledge = await createTestKnowledge(workspaceId, await readSources(set, company));
    const engine = builtIn(SETTINGS, knowledge);
    for (const question of questions.filter((each) => each.company === company)) {
      const reply = await engine(testTurn(knowledge, [question.question]));
      const used = reply.trace.passages.filter(({ isUsed }) => isUsed);
      const cited = [...new Set(used.flatMap(({ sourceId }) => knowledge.nameOf.get(sourceId) ?? []))];
      const { passed } = isRight(question.expects, { text: reply.text, handover: reply.handover !== null, cited });
      asked.push({ question, reply, passed, cited });
    }
  }
  return asked;
}

/** Counts, and no more: whoever works on the search must not see which question of the held set went wrong. */
function table(set: MaterialSet, asked: readonly Asked[]) {
  const row = (name: string, of: readonly Asked[]) => {
    const answerable = of.filter(({ question }) => !("refuses" in question.expects));
    const rest = of.filter(({ question }) => "refuses" in question.expects);
    const right = answerable.filter(({ passed }) => passed).length;
    const refused = answerable.filter(({ reply }) => reply.isUnanswered).length;
    const held = rest.filter(({ passed }) => passed).length;
    const share = (part: number, whole: number) => (whole === 0 ? "" : `${((part / whole) * 100).toFixed(1)} %`);
    return {
      name,
      answerable: answerable.length,
      right,
      "right %": share(right, answerable.length),
      "handed over": refused,
      wrong: answerable.length - right - refused,
      unanswerable: rest.length,
      "left alone": held,
      "left alone %": share(held, rest.length),
      share: right / answerable.length,
      heldShare: held / rest.length,
    };
  };
  const of = (lang: string) => asked.filter(({ question }) => question.lang === lang);
  const all = row(`${set}, all`, asked);
  const rows = [
    ...[...new Set(asked.map(({ question }) => question.lang))].map((lang) => row(`${set}, ${lang}`, of(lang))),
    all,
  ];
  const [first] = rows;
  const columns = Object.keys(first ?? all).filter((column) => column !== "share" && column !== "heldShare");
  const lines = rows.map((each) =>
    Object.entries(each)
      .flatMap(([column, value]) => (columns.includes(column) ? [value] : []))
      .join(" | "),
  );
  console.info([columns.join(" | "), ...lines].join("\n"));
  return all;
}

/**
 * Below these something has become worse. The goal is 70 in 100 right and 95 in 100 left alone; docs/limits.md says how far from it a
 * search without a model is. Of `more` nearly every question without an answer is a near miss: whoever tunes the search sees there what
 * the few of `dev` do not show; of `wide` what remains where hardly a word of the question stands in the sources.
 */
const FLOORS = {
  dev: { right: 0.58, leftAlone: 0.95 },
  more: { right: 0.53, leftAlone: 0.9 },
  wide: { right: 0.28, leftAlone: 0.92 },
  held: { right: 0.53, leftAlone: 0.88 },
};

describe.each(["dev", "more", "wide", "held"] as const)("the questions of the %s set, without a model", (set) => {
  test(
    "as many as before are right, and as many left alone; no sentence is without a source",
    { timeout: 120_000 },
    async () => {
      const asked = await ask(set);
      const { share, heldShare } = table(set, asked);
      for (const { reply } of asked) expect(sentencesWithoutSource(reply)).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(FLOORS[set].right);
      expect(heldShare).toBeGreaterThanOrEqual(FLOORS[set].leftAlone);
    },
  );
});

/** Lines of a reply that neither stand in a passage that it is drawn from, nor name one, nor are the service's own. */
function sentencesWithoutSource({ text, trace }: Reply): string[] {
  const used = trace.passages.filter(({ isUsed }) => isUsed);
  const own = new Set(SPOKEN.flatMap((language) => [phrases(language).handover, phrases(language).person]));
  const names = new Set(SPOKEN.flatMap((language) => used.map(({ title }) => `${phrases(language).source}: ${title}`)));
  return (text ?? "")
    .split("\n")
    .filter((line) => line !== "" && !own.has(line) && !names.has(line))
    .flatMap(sentencesOf)
    .filter((sentence) => !used.some(({ content }) => content.replaceAll("\n", " ").includes(sentence)));
}
