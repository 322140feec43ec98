import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { MACRO_ACTIONS, type MacroAction } from "../conversations/macro-actions.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { parseJson, requiredLine } from "../text-rules.ts";
import { readKeptFiles, type KeptFileInput } from "../uploads/kept-files.ts";
import { REPLY_LANGUAGES } from "./reply-languages.ts";

/** One action of a macro, with the fields of its kind. */
export type ReplyActionInput = {
  kind: MacroAction["kind"];
  tag?: string | null;
  stageId?: string | null;
  agentId?: string | null;
  minutes?: number | null;
};

export type ReplyFields = {
  shortcut: string;
  title: string;
  content: string;
  /** ISO 639-1 language of content. If left out, any language. */
  language?: string | null;
  /** The same text in other languages. */
  variants?: ReplyVariant[] | null;
  attachments?: KeptFileInput[] | null;
  actions?: ReplyActionInput[] | null;
  channelTypes?: IntegrationType[] | null;
};

/** The text of a reply in another language (ISO 639-1). */
export type ReplyVariant = { language: string; content: string };

/** What the agent types after "/". */
const SHORTCUT = /^[\p{L}\p{N}_.-]{1,40}$/u;
const LONGEST_TITLE = 100;
const LONGEST_CONTENT = 4_096;

/**
 * Validates a reply and returns its row.
 * @throws AppError BAD_INPUT; NOT_FOUND for an unknown stage or agent
 */
export async function readReply(ctx: Ctx, fields: ReplyFields) {
  const shortcut = fields.shortcut.trim().replace(/^\//, "").toLowerCase();
  if (!SHORTCUT.test(shortcut)) throw badInput("shortcut", say("inbox.shortcut"));
  const content = fields.content.toWellFormed();
  if ([...content].length > LONGEST_CONTENT)
    throw badInput("content", say("input.tooLong", { field: "content", count: LONGEST_CONTENT }));
  const words = readLanguages(fields);
  const attachments = await readKeptFiles(ctx, fields.attachments ?? []);
  const actions = await readActions(ctx, fields.actions ?? []);
  if (content.trim() === "" && attachments.length === 0 && actions.length === 0)
    throw badInput("content", say("inbox.replyEmpty"));
  return {
    shortcut,
    title: requiredLine("title", fields.title, LONGEST_TITLE),
    content,
    ...words,
    attachments,
    actions: actions satisfies Prisma.InputJsonValue,
    channelTypes: [...new Set(fields.channelTypes ?? [])],
  };
}

const MOST_VARIANTS = 20;

/** Each language has one text, and with variants the content needs a language too. Otherwise the choice would be ambiguous. */
function readLanguages({ language = null, variants }: ReplyFields) {
  const own = language === null ? null : readLanguage("language", language);
  const list = variants ?? [];
  if (list.length > MOST_VARIANTS) throw badInput("variants", say("inbox.replyVariants", { count: MOST_VARIANTS }));
  if (list.length > 0 && own === null) throw badInput("language", say("inbox.replyLanguage"));
  const taken = new Set([own]);
  const read = list.map((variant, index) => {
    const path = `variants.${index}`;
    const code = readLanguage(`${path}.language`, variant.language);
    if (taken.has(code)) throw badInput(`${path}.language`, say("inbox.replyTaken", { language: code }));
    taken.add(code);
    const content = variant.content.toWellFormed();
    if (content.trim() === "") throw badInput(`${path}.content`, say("input.empty", { field: "content" }));
    if ([...content].length > LONGEST_CONTENT)
      throw badInput(`${path}.content`, say("input.tooLong", { field: "content", count: LONGEST_CONTENT }));
    return { language: code, content };
  });
  return { language: own, variants: read satisfies Prisma.InputJsonValue };
}

function readLanguage(path: string, text: string): string {
  const code = text.trim().toLowerCase();
  if (!REPLY_LANGUAGES.includes(code))
    throw badInput(path, say("inbox.languageCode", { codes: REPLY_LANGUAGES.join(", ") }));
  return code;
}

/** The defaults of actions whose only field is left out: no stage, no assignee, snoozed until the contact writes. */
const EMPTY: Partial<Record<MacroAction["kind"], object>> = {
  stage: { stageId: null },
  assign: { agentId: null },
  snooze: { minutes: null },
};

async function readActions(ctx: Ctx, inputs: readonly ReplyActionInput[]): Promise<MacroAction[]> {
  const given = inputs.map(({ kind, ...fields }) => ({
    kind,
    ...EMPTY[kind],
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)),
  }));
  const actions = parseJson("actions", MACRO_ACTIONS, given);
  for (const action of actions) {
    if (action.kind === "stage" && action.stageId) await stageOr404(ctx, "convStage", { id: action.stageId });
    if (action.kind === "assign" && action.agentId) await agentMustBe(ctx, action.agentId);
  }
  return actions;
}

async function agentMustBe(ctx: Ctx, id: string): Promise<void> {
  const count = await ctx.db.agent.count({ where: { workspaceId: ctx.workspaceId, id, deletedAt: null } });
  if (count === 0) throw notFound("agent");
}
