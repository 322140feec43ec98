import { francAll } from "franc-min";
import { badInput } from "../errors.ts";
import { convForActor } from "../conversations/access.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { LANGUAGE_CODES, REPLY_LANGUAGES } from "./reply-languages.ts";

/** Limits: the contact's last messages that are examined, and the number of characters of them. */
const MESSAGES = 10;
const TEXT_MAX = 2_000;
/** From this many characters, a text is compared with all languages. A shorter one only with the requested languages. */
const LONG = 80;
const LEAST = 3;
/** If a second language fits nearly as well (this ratio), the result is unclear. */
const AS_GOOD = 0.97;

export type ConvLanguageInput = { convId: string; among: string[] };

/**
 * Which of the given languages (ISO 639-1) the contact of a conversation writes, judged by their last messages there. null: unclear, or
 * none of them.
 */
export const getConvLanguage = verb(
  { may: "USE_CONVS", plan: "inbox" },
  async (ctx, input: ConvLanguageInput): Promise<{ language: string | null }> => {
    const unknown = input.among.find((code) => !REPLY_LANGUAGES.includes(code));
    if (unknown !== undefined || input.among.length > REPLY_LANGUAGES.length)
      throw badInput("among", say("inbox.amongCodes", { codes: REPLY_LANGUAGES.join(", ") }));
    const conv = await convForActor(ctx, input.convId);
    const messages = await ctx.db.message.findMany({
      where: { workspaceId: ctx.workspaceId, convId: conv.id, isAgent: false, type: "text", removedAt: null },
      orderBy: { seq: "desc" },
      take: MESSAGES,
      select: { content: true },
    });
    const text = messages.map(({ content }) => content).join("\n");
    return { language: languageAmong(text.slice(0, TEXT_MAX), input.among) };
  },
);

export function languageAmong(text: string, among: readonly string[]): string | null {
  if (among.length === 0) return null;
  const words = text.replace(/https?:\/\/\S+|[\d\p{P}\p{S}]+/gu, " ").trim();
  const best = bestOf(words, words.length >= LONG ? REPLY_LANGUAGES : among);
  return best !== null && among.includes(best) ? best : null;
}

function bestOf(text: string, among: readonly string[]): string | null {
  const names = among.flatMap((code) => LANGUAGE_CODES[code] ?? []);
  const [first, second] = francAll(text, { only: names, minLength: LEAST });
  if (!first || (second && second[1] >= first[1] * AS_GOOD)) return null;
  return among.find((code) => LANGUAGE_CODES[code] === first[0]) ?? null;
}
