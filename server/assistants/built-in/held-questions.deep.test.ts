import { describe, expect, test } from "vitest";
import { createTestKnowledge, testTurn } from "../../testing/knowledge.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { chooseBest } from "../choose-best.ts";
import type { Reply } from "../engine.ts";
import { companiesOf, readQuestions, readSources } from "../evaluation/read-material.ts";
import type { MaterialSet, Question } from "../evaluation/read-material.ts";
import { isRight } from "../evaluation/score.ts";
import { sentencesOf } from "../../readers/text/sentences.ts";
import { builtIn } from "./built-in.ts";
import { phrases } from "./phrases.ts";
import { SPOKEN } from "./question-language.ts";
import type { BuiltInSettings } from "./settings.ts";

type Asked = { question: Question; reply: Reply; passed: boolean; wasAskedBack: boolean };

const SETTINGS = { handover: { enabled: true } };
const MAY_ASK = { ...SETTINGS, clarify: { enabled: true } };

/** Puts every question of a set to an assistant that has its company's sources, and no model. */
async function ask(set: MaterialSet, settings: BuiltInSettings): Promise<Asked[]> {
  const questions = await readQuestions(set);
  const asked: Asked[] = [];
  for (const company of companiesOf(set)) {
    const { workspaceId } = await createTestWorkspace();
    const knowledge = await createTestKnowledge(workspaceId, await readSources(set, company));
    const engine = builtIn(settings, knowledge);
    for (const question of questions.filter((each) => each.company === company)) {
      const put = async (said: Parameters<typeof testTurn>[1]) => {
        const reply = await engine(testTurn(knowledge, said));
        const used = reply.trace.passages.filter(({ isUsed }) => isUsed);
        const cited = [...new Set(used.flatMap(({ sourceId }) => knowledge.nameOf.get(sourceId) ?? []))];
        const { passed } = isRight(question.expects, { text: reply.text, handover: reply.handover !== null, cited });
        return { question, reply, passed };
      };
      const first = await put([question.question]);
      const { choices, text } = first.reply;
      // An answer is in no source: whatever is offered, none of it is meant.
      const take = (answer: string) => put([question.question, { assistant: text ?? "" }, answer]);
      const wasAskedBack = choices.length > 0;
      const second = wasAskedBack
        ? await chooseBest("refuses" in question.expects ? [] : choices, take, ({ passed }) => passed)
        : first;
      asked.push({ ...second, wasAskedBack });
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
    const askedBack = (these: readonly Asked[]) => these.filter(({ wasAskedBack }) => wasAskedBack).length;
    const share = (part: number, whole: number) => (whole === 0 ? "" : `${((part / whole) * 100).toFixed(1)} %`);
    return {
      name,
      answerable: answerable.length,
      right,
      "right %": share(right, answerable.length),
      "asked back": askedBack(answerable),
      "handed over": refused,
      wrong: answerable.length - right - refused,
      unanswerable: rest.length,
      "left alone": held,
      "left alone %": share(held, rest.length),
      "of them asked back": askedBack(rest),
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

/** The same where it may ask back, and the client then takes what was meant. */
const ASKING_FLOORS = {
  dev: { right: 0.8, leftAlone: 0.95 },
  more: { right: 0.75, leftAlone: 0.94 },
  wide: { right: 0.42, leftAlone: 0.95 },
  held: { right: 0.7, leftAlone: 0.95 },
};

describe.each(["dev", "more", "wide", "held"] as const)("the questions of the %s set, without a model", (set) => {
  test(
    "as many as before are right, and as many left alone; no sentence is without a source",
    { timeout: 120_000 },
    async () => {
      const asked = await ask(set, SETTINGS);
      const { share, heldShare } = table(set, asked);
      for (const { reply } of asked) expect(sentencesWithoutSource(reply)).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(FLOORS[set].right);
      expect(heldShare).toBeGreaterThanOrEqual(FLOORS[set].leftAlone);
      expect(asked.filter(({ wasAskedBack }) => wasAskedBack)).toEqual([]);
    },
  );

  test(
    "where it may ask back, more come to their answer, and fewer are told what they did not ask",
    { timeout: 120_000 },
    async () => {
      const asked = await ask(set, MAY_ASK);
      const { share, heldShare } = table(set, asked);
      for (const { reply } of asked) expect(sentencesWithoutSource(reply)).toEqual([]);
      expect(asked.filter(({ reply }) => reply.choices.length > 0)).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(ASKING_FLOORS[set].right);
      expect(heldShare).toBeGreaterThanOrEqual(ASKING_FLOORS[set].leftAlone);
    },
  );
});

/** Lines of a reply that neither stand in a passage that it is drawn from, nor name one, nor are the service's own. */
function sentencesWithoutSource({ text, trace }: Reply): string[] {
  const used = trace.passages.filter(({ isUsed }) => isUsed);
  const own = new Set(
    SPOKEN.flatMap((language) => [phrases(language).handover, phrases(language).person, phrases(language).notThat]),
  );
  const names = new Set(SPOKEN.flatMap((language) => used.map(({ title }) => `${phrases(language).source}: ${title}`)));
  return (text ?? "")
    .split("\n")
    .filter((line) => line !== "" && !own.has(line) && !names.has(line))
    .flatMap(sentencesOf)
    .filter((sentence) => !used.some(({ content }) => content.replaceAll("\n", " ").includes(sentence)));
}
