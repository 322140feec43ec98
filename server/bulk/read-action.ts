import { z } from "zod";
import { agentOr404 } from "../agents/access.ts";
import { CONV_ACTION, type ConvAction } from "../conversations/conv-actions.ts";
import { snoozeTime } from "../conversations/snooze-conv.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { idOrNil } from "../text-rules.ts";

export const BULK_KINDS = [
  "assign",
  "tag",
  "untag",
  "stage",
  "snooze",
  "unsnooze",
  "end",
  "read",
  "unread",
] as const satisfies readonly ConvAction["kind"][];

/** The action as given by the caller. Each field belongs to certain kinds. */
export type BulkActionInput = {
  kind: ConvAction["kind"];
  /** assign: the new assignee. Without agentId and isAi: no one. */
  agentId?: string | null;
  isAi?: boolean | null;
  /** tag, untag: the tags to add or remove. Others stay. */
  tags?: string[] | null;
  /** stage: the new stage; null: none. */
  stageId?: string | null;
  /** snooze: until when; null: until the contact writes. */
  until?: Date | null;
};

const BELONGS: Record<Exclude<keyof BulkActionInput, "kind">, readonly ConvAction["kind"][]> = {
  agentId: ["assign"],
  isAi: ["assign"],
  tags: ["tag", "untag"],
  stageId: ["stage"],
  until: ["snooze"],
};
const FIELDS = Object.keys(BELONGS) as (keyof typeof BELONGS)[];

/** As stored in BulkAction.action; undo: it undoes another action. */
const STORED = z.union([CONV_ACTION, z.strictObject({ kind: z.literal("undo") })]);

export function readStored(json: unknown): ConvAction | { kind: "undo" } {
  return STORED.parse(json);
}

/**
 * Validates the action and checks that its agent or stage exists.
 * @throws AppError BAD_INPUT, NOT_FOUND (agent, stage)
 */
export async function readInput(ctx: Ctx, input: BulkActionInput): Promise<ConvAction> {
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
    default:
      return { kind };
  }
}
