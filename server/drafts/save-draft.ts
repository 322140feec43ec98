import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { Prisma, type Draft } from "../generated/prisma/client.ts";
import type { ComposerMode } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { readKeptFiles, type KeptFileInput } from "../uploads/kept-files.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { personOf } from "../conversations/person.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";
import { z } from "zod";
import { saying } from "../saying.ts";
import { parseJson } from "../text-rules.ts";

export type SaveDraftInput = {
  convId: string;
  mode: ComposerMode;
  text: string;
  attachments?: KeptFileInput[] | null;
  replyToMessageId?: string | null;
  /** A template that is being filled in. */
  template?: unknown;
  /** The version that this save replaces; 0: there was none. */
  version: number;
};

/** Longer than any message, because a draft may still need to be shortened. */
const LONGEST = 20_000;

/**
 * Saves the signed-in person's draft in a conversation. A draft without text, files and template is not kept. A save with an outdated
 * version is refused, because another device or a send was faster and it would restore old text.
 * @returns the draft; null if there is none any more.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT when `version` is not the stored one
 */
export const saveDraft = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: SaveDraftInput): Promise<Draft | null> => {
    const { agentId } = personOf(ctx);
    const { convId, mode, version } = input;
    if (input.text.length > LONGEST) throw badInput("text", say("inbox.draftLong", { count: LONGEST }));
    if (!Number.isInteger(version) || version < 0) throw badInput("version", say("inbox.version"));
    await convForActor(ctx, convId);
    const attachments = await readKeptFiles(ctx, input.attachments ?? []);
    const replyToMessageId = input.replyToMessageId ?? null;
    if (replyToMessageId !== null) await mustBeIn(ctx, convId, replyToMessageId);
    const template = readDraftTemplate(input.template);

    const key = { workspaceId: ctx.workspaceId, agentId, convId, mode };
    const what = {
      text: input.text,
      attachments,
      replyToMessageId,
      template: template ?? Prisma.DbNull,
      patchedAt: ctx.now,
    };
    const isEmpty = input.text.trim() === "" && attachments.length === 0 && template === null;
    const saved = await inTransaction(ctx, async (tx) => {
      const place = { ...key, version };
      if (isEmpty) {
        const { count } = await tx.db.draft.deleteMany({ where: place });
        if (count === 0 && (await tx.db.draft.count({ where: key })) > 0) throw overtaken();
        return null;
      }
      const [draft] =
        version === 0
          ? await tx.db.draft.createManyAndReturn({ data: [{ ...key, ...what }], skipDuplicates: true })
          : await tx.db.draft.updateManyAndReturn({ where: place, data: { ...what, version: { increment: 1 } } });
      if (!draft) throw overtaken();
      return draft;
    });
    notifyAgent(ctx, agentId, "draft", convId);
    return saved;
  },
);

function overtaken(): AppError {
  return new AppError("CONFLICT", say("refusal.draft"));
}

async function mustBeIn(ctx: Ctx, convId: string, id: string): Promise<void> {
  const count = await ctx.db.message.count({ where: { workspaceId: ctx.workspaceId, id, convId } });
  if (count === 0) throw notFound("repliedMessage");
}

/** Characters per value. No template field takes more. */
const VALUE_MAX = 4_096;
const FIELDS_MAX = 100;

const tooMany = saying("inbox.valuesMost", { count: FIELDS_MAX });
const line = (max: number) => z.string().max(max, saying("input.charactersMost", { count: max }));

/**
 * A partly filled template: `values` by the field's key, `pairs` by name, if the channel has no list of its templates. It is not
 * validated, because a draft may be incomplete.
 */
const TEMPLATE = z
  .strictObject({
    name: line(512),
    language: line(40),
    values: z.record(line(200), line(VALUE_MAX)),
    pairs: z.array(z.strictObject({ id: line(100), name: line(200), value: line(VALUE_MAX) })).max(FIELDS_MAX, tooMany),
  })
  .refine(({ values }) => Object.keys(values).length <= FIELDS_MAX, tooMany);

type DraftTemplate = z.infer<typeof TEMPLATE>;

/**
 * A draft's template as it is stored; null: none.
 * @throws AppError BAD_INPUT
 */
function readDraftTemplate(input: unknown): DraftTemplate | null {
  if (input === undefined || input === null) return null;
  const template = parseJson("template", TEMPLATE, input);
  const { name, language, values, pairs } = template;
  const isBegun = name !== "" || language !== "" || pairs.length > 0 || Object.keys(values).length > 0;
  return isBegun ? template : null;
}
