import { say, type Said } from "../../say.ts";
import {
  type Engine,
  type FoundPassage,
  type Trace,
  type Turn,
  type ContextMessage,
  NO_REPLY,
  NO_TRACE,
} from "../engine.ts";
import { askModel } from "../providers/model-server.ts";
import { operatorsModel } from "../providers/operators-model.ts";
import { allowed, type Wishes } from "./allowed.ts";
import { askBack, choicesIn, chosen, isLabelled, offerIn, type Offer } from "./clarify.ts";
import { findPassages, withNearPassages, type Finding, type Shelf, type Weighed } from "./find-passages.ts";
import { nextToAsk, told, type Told, namedTags } from "./gathering.ts";
import { asksForOwnData } from "./personal.ts";
import { askFor, phrases, thanksFor } from "./phrases.ts";
import { promptOf, readWritten } from "./written.ts";
import { questionLanguage, type Spoken } from "./question-language.ts";
import { sourceIdsOf } from "./search-passages.ts";
import type { BuiltInSettings } from "../assistant-properties.ts";
import { smallTalk, wantsPerson, withoutGreeting } from "./small-talk.ts";
import { vocabularyOf } from "./terms.ts";
import { answering, belowQuestion, wordForWord, titleOf } from "./word-for-word.ts";

/** The assistant, and the sources of the version that answers (`sourceKey` of each). */
type BuiltInPlace = { workspaceId: number; aiId: string; sourceKeys: readonly string[] };

/** The result of a turn, before it is filtered by the settings. */
type Outcome = {
  text: string | null;
  wishes: Wishes;
  isUnanswered: boolean;
  choices: string[];
  trace: Trace;
};

const NO_WISHES: Wishes = { handover: null, end: false, tags: [], fields: {} };
/** Number of passages that a model receives and the trace shows. */
const SHOWN = 6;
const MODEL_TOKENS_MAX = 1_500;
/** Characters of the contact's burst that are searched for. */
const QUESTION_MAX = 2_000;

/**
 * The assistant that needs no provider. It searches its sources for the contact's question and quotes the best
 * passage with its name. If the operator configured a model, that model writes an answer in which every sentence names a passage.
 * If something may fit, it asks back once, where enabled. If nothing fits, it hands over where enabled, else it says so.
 * It gathers fields and applies tags as its settings allow. No text of a contact or a source makes it do more (allowed.ts).
 */
export function builtIn(settings: BuiltInSettings, place: BuiltInPlace): Engine {
  return async (turn) => {
    const shelf = await shelfOf(place);
    const burst = burstOf(turn.messages);
    const language = await spokenIn(burst, shelf);
    const news = told(burst.texts, turn.messages, settings.gather ?? []);
    const outcome = await answer({ settings, turn, shelf, burst, language, news });
    const tags = await namedTags(settings, burst.texts.join("\n"), language);
    const said = turn.messages.flatMap(({ role, content }) => (role === "client" && content !== null ? [content] : []));
    const { wishes } = outcome;
    const wanted = { ...wishes, tags: [...wishes.tags, ...tags], fields: { ...wishes.fields, ...news.fields } };
    const { handover, tags: applied, fields, toolCalls } = allowed(wanted, settings, said);
    const ask =
      handover || outcome.isUnanswered || outcome.choices.length > 0 ? null : nextToAsk(settings, turn, news.fields);
    const text = [outcome.text, ask && askFor(ask, language)].filter((part) => part !== null).join("\n\n");
    return {
      ...NO_REPLY,
      text: text === "" ? null : text,
      handover,
      tags: applied,
      fields,
      isUnanswered: outcome.isUnanswered,
      choices: outcome.choices,
      trace: { ...outcome.trace, toolCalls },
    };
  };
}

async function shelfOf({ workspaceId, aiId, sourceKeys }: BuiltInPlace): Promise<Shelf> {
  const sourceIds = await sourceIdsOf(workspaceId, aiId, sourceKeys);
  return { workspaceId, sourceIds, vocabulary: await vocabularyOf(workspaceId, sourceIds) };
}

/** The language of the contact's burst, else of what they wrote before, else of the sources. */
async function spokenIn({ texts, before }: Burst, { vocabulary: { languages } }: Shelf): Promise<Spoken> {
  for (const text of [texts.join("\n"), before ?? ""]) {
    const language = await questionLanguage(text, languages);
    if (language !== null) return language;
  }
  return "english";
}

type Asked = {
  settings: BuiltInSettings;
  turn: Turn;
  shelf: Shelf;
  burst: Burst;
  language: Spoken;
  news: Told;
};

async function answer(asked: Asked): Promise<Outcome> {
  const { settings, burst, language, news } = asked;
  const words = phrases(language);
  const said = burst.texts.join("\n");
  const offer = offerIn(asked.turn.messages);
  const choice = offer && chosen(said, offer);
  if (choice === "none") return unanswered(asked, say("reason.nothingOffered"), NO_TRACE);
  if (choice) return byChoice(asked, offer, choice.label);
  const talk = burst.hasFile ? null : smallTalk(said, language);
  if (talk) return calm(phrases(talk.language)[talk.kind]);
  if (wantsPerson(said)) {
    const text = settings.handover?.enabled ? words.person : words.nobody;
    return { ...calm(text), wishes: { ...NO_WISHES, handover: say("reason.asked") } };
  }
  if (Object.keys(news.fields).length > 0 && news.rest === "") return calm(thanksFor(language));
  if (said === "") return unanswered(asked, say("reason.unreadable"), NO_TRACE);
  const wasAskedBack = (offer?.labels.length ?? 0) > 0;
  const finding = await lookUp(asked, wasAskedBack);
  const model = operatorsModel();
  return model === null ? byWord(asked, finding, wasAskedBack) : byModel(asked, finding, model);
}

/** For a message that asks nothing that sources could answer. */
function calm(text: string): Outcome {
  return { text, wishes: NO_WISHES, isUnanswered: false, choices: [], trace: NO_TRACE };
}

function unanswered({ settings, language }: Asked, reason: Said, trace: Trace): Outcome {
  const words = phrases(language);
  return {
    text: settings.handover?.enabled ? words.handover : words.refusal,
    wishes: { ...NO_WISHES, handover: reason },
    isUnanswered: true,
    choices: [],
    trace,
  };
}

/**
 * Searches for the question. A question that does not name its subject ("and how much is it?") is combined with the one before.
 * @param isReply the contact was asked what they mean, so the message may contain only that.
 */
async function lookUp({ shelf, burst, language, news }: Asked, isReply: boolean): Promise<Finding> {
  const question = asking(news.rest === "" ? burst.texts.join("\n") : news.rest);
  const finding = await findPassages(shelf, question, language);
  const goesOn = isReply || finding.passages.length === 0 || GOES_ON.test(question);
  if (!goesOn || burst.before === null) return finding;
  const whole = await findPassages(shelf, `${asking(burst.before)}\n${question}`, language);
  return closenessOf(whole) > closenessOf(finding) ? whole : finding;
}

function asking(text: string): string {
  return withoutGreeting(text).slice(0, QUESTION_MAX);
}

function closenessOf({ passages }: Finding): number {
  return passages[0]?.closeness ?? 0;
}

const GOES_ON =
  /^\s*(?:and|what about|how about|also|und|und was|auch|y|y qué|también|et|et pour|aussi)\b.{0,60}$|\b(?:it|that|those|them|das|davon|dafür|eso|ello|cela|ça)\s*\??\s*$/iu;

/** @param wasAskedBack the assistant has just asked the contact what they mean, so it does not ask again. */
function byWord(asked: Asked, finding: Finding, wasAskedBack: boolean): Outcome {
  const said = asked.burst.texts.join("\n");
  const below = belowQuestion(finding, said);
  if (asksForOwnData(said) && below.length === 0) return unanswered(asked, say("reason.ownData"), traceOf(finding, []));
  const mayAsk = asked.settings.clarify?.enabled === true && !wasAskedBack;
  const used = below.length > 0 ? below : answering(finding);
  if (used.length > 0) return quoting(asked, finding, used);
  const choices = mayAsk ? choicesIn(finding) : [];
  if (choices.length === 0) return unanswered(asked, say("reason.nothingSure"), traceOf(finding, []));
  return { ...calm(askBack(choices, asked.language)), choices, trace: traceOf(finding, []) };
}

/** Answers with the section that the contact chose from those offered. */
async function byChoice(asked: Asked, { before }: Offer, label: string): Promise<Outcome> {
  const finding = await lookUp({ ...asked, burst: burstOf(before), news: { fields: {}, rest: "" } }, false);
  const passage = finding.passages.find((each) => isLabelled(each, label));
  if (!passage) return unanswered(asked, say("reason.offerGone"), traceOf(finding, []));
  const { handover, clarify } = asked.settings;
  const quoted = quoting(asked, finding, [passage]);
  if (!handover?.enabled || !clarify?.enabled) return quoted;
  return { ...quoted, text: `${quoted.text}\n\n${phrases(asked.language).notThat}` };
}

function quoting(asked: Asked, finding: Finding, used: Weighed[]): Outcome {
  return { ...calm(wordForWord(used, asked.language)), trace: traceOf(finding, used) };
}

async function byModel(asked: Asked, byWords: Finding, model: NonNullable<ReturnType<typeof operatorsModel>>) {
  const { settings, turn, language, shelf } = asked;
  const finding = await withNearPassages(shelf, byWords, turn.signal);
  const shown = finding.passages.slice(0, SHOWN);
  if (shown.length === 0) return unanswered(asked, say("reason.nothingFound"), NO_TRACE);
  const candidates = shown.map(({ candidate }) => candidate);
  const { instructions, content } = promptOf(settings, turn.messages, candidates);
  const reply = await askModel(model, {
    instructions,
    lines: [{ role: "user", content }],
    temperature: 0,
    maxTokens: MODEL_TOKENS_MAX,
    isJson: true,
    signal: turn.signal,
  });
  const written = readWritten(reply.text, candidates, instructions);
  const used = written.used.flatMap((at) => shown[at] ?? []);
  const { prompt, raw, model: named, promptTokens, completionTokens } = reply;
  const trace = { ...traceOf(finding, used), prompt, raw, model: named, promptTokens, completionTokens };
  if (written.answer === null) {
    const reason = written.wishes.handover ?? say("reason.modelFoundNothing");
    const outcome = unanswered(asked, reason, trace);
    return { ...outcome, wishes: { ...written.wishes, handover: reason } };
  }
  const titles = new Set(used.map(({ candidate }) => titleOf(candidate)));
  const text = `${written.answer}\n${phrases(language).source}: ${[...titles].join("; ")}`;
  return { text, wishes: written.wishes, isUnanswered: false, choices: [], trace };
}

function traceOf({ passages }: Finding, used: readonly Weighed[]): Trace {
  const shown = passages.slice(0, SHOWN).map((passage): FoundPassage => {
    const { id, sourceId, title, url, heading, content } = passage.candidate;
    const score = Math.round(passage.coverage * 1_000) / 1_000;
    return { id, sourceId, title, url, heading, content, score, isUsed: used.includes(passage) };
  });
  return { ...NO_TRACE, passages: shown };
}

/** The contact's messages since the business last wrote. */
type Burst = {
  texts: string[];
  /** It contains a file, a location or a contact card without text. */
  hasFile: boolean;
  /** The contact's previous question, which a follow-up question refers to. */
  before: string | null;
};

function burstOf(messages: readonly ContextMessage[]): Burst {
  const at = messages.findLastIndex(({ role }) => role !== "client");
  const burst = messages.slice(at + 1);
  const earlier = messages
    .slice(0, at + 1)
    .filter(({ role }) => role === "client")
    .map(wordsIn)
    .filter((text) => text !== "");
  return {
    texts: burst.map(wordsIn).filter((text) => text !== ""),
    hasFile: burst.some((message) => wordsIn(message) === ""),
    before: earlier.at(-1) ?? null,
  };
}

function wordsIn({ content }: ContextMessage): string {
  return content?.trim() ?? "";
}
