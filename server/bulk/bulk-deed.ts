import { z } from "zod";
import { agentOr404 } from "../agents/access.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { idOrNil } from "../text-rules.ts";
import { snoozeTime } from "../conversations/snooze-conv.ts";

/** What can be done to many conversations at once. */
export const BULK_KINDS = ["assign", "tag", "untag", "stage", "snooze", "unsnooze", "end", "read", "unread"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

export type BulkDeedInput = {
  kind: BulkKind;
  /** assign: to whom; neither of the two: to nobody. */
  agentId?: string | null;
  isAi?: boolean | null;
  /** tag, untag: which are added or taken off; the others stay. */
  tags?: string[] | null;
  /** stage: which; null: none. */
  stageId?: string | null;
  /** snooze: until when; null: until the client writes. */
  until?: Date | null;
};

/** Which deeds have what. */
const BELONGS: Record<Exclude<keyof BulkDeedInput, "kind">, readonly BulkKind[]> = {
  agentId: ["assign"],
  isAi: ["assign"],
  tags: ["tag", "untag"],
  stageId: ["stage"],
  until: ["snooze"],
};
const FIELDS = Object.keys(BELONGS) as (keyof typeof BELONGS)[];

/** A deed as it is kept and worked off (BulkAction.action). */
const DEED = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("assign"), agentId: z.uuid().nullable(), isAi: z.boolean() }),
  z.strictObject({ kind: z.enum(["tag", "untag"]), tags: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("stage"), stageId: z.uuid().nullable() }),
  z.strictObject({ kind: z.literal("snooze"), until: z.coerce.date().nullable() }),
  z.strictObject({ kind: z.enum(["unsnooze", "end", "read", "unread"]) }),
]);
export type BulkDeed = z.infer<typeof DEED>;

/** What is kept of an action: its deed, or that it takes another one's back. */
const ACTION = z.union([DEED, z.strictObject({ kind: z.literal("undo") })]);

export function readAction(json: unknown): BulkDeed | { kind: "undo" } {
  return ACTION.parse(json);
}

/**
 * The deed, once what it names is there.
 * @throws AppError BAD_INPUT, NOT_FOUND (agent, stage)
 */
export async function checkDeed(ctx: Ctx, input: BulkDeedInput): Promise<BulkDeed> {
  const { kind } = input;
  const foreign = FIELDS.find((field) => input[field] != null && !BELONGS[field].includes(kind));
  if (foreign) throw badInput(`deed.${foreign}`, say("inbox.foreignField", { field: foreign, kind }));
  switch (kind) {
    case "assign":
      if (input.agentId && input.isAi)
        throw badInput("deed.isAi", say("inbox.notBoth", { one: "agentId", other: "isAi" }));
      if (input.agentId) await agentOr404(ctx, input.agentId);
      return { kind, agentId: input.agentId ?? null, isAi: input.isAi ?? false };
    case "tag":
    case "untag": {
      const tags = readTagValues("deed.tags", input.tags ?? []);
      if (tags.length === 0) throw badInput("deed.tags", say("inbox.needsTags", { field: kind }));
      return { kind, tags };
    }
    case "stage": {
      const stageId = input.stageId == null ? null : idOrNil(input.stageId);
      if (stageId !== null) await stageOr404(ctx, "convStage", { id: stageId });
      return { kind, stageId };
    }
    case "snooze":
      return { kind, until: snoozeTime(ctx, input.until) };
    case "unsnooze":
    case "end":
    case "read":
    case "unread":
      return { kind };
  }
}
