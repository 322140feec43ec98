import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { saying } from "../saying.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { lockConvForActor } from "./access.ts";
import { endHeldConv } from "./end-open-convs.ts";
import { assignHeldConv } from "./give-conv.ts";
import { patchHeldConv } from "./patch-conv.ts";
import { snoozeHeldConv, snoozeTime } from "./snooze-conv.ts";
import { tagHeldConv } from "./tag-conv.ts";

const TAG = z.string().trim().min(1, saying("input.blank"));
const MINUTES = { min: 1, max: 527_040 };
const ofMinutes = saying("inbox.between", MINUTES);
const minutes = z.int().min(MINUTES.min, ofMinutes).max(MINUTES.max, ofMinutes);
/** Actions that one macro may have. */
const ACTIONS_MAX = 20;

/** What is done with a conversation besides answering in it, each at most once, in this order whatever order they are given in. */
const CONV_ACTION = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("tag"), tag: TAG }),
  z.strictObject({ kind: z.literal("untag"), tag: TAG }),
  /** `stageId` null: out of any stage. */
  z.strictObject({ kind: z.literal("stage"), stageId: z.uuid().nullable() }),
  /** `agentId` null: to nobody. */
  z.strictObject({ kind: z.literal("assign"), agentId: z.uuid().nullable() }),
  /** For so long from when it is run; null: until the client writes. */
  z.strictObject({ kind: z.literal("snooze"), minutes: minutes.nullable() }),
  z.strictObject({ kind: z.literal("end") }),
]);
export type ConvAction = z.infer<typeof CONV_ACTION>;

export const CONV_ACTIONS = z.array(CONV_ACTION).max(ACTIONS_MAX, saying("inbox.actionsMost", { count: ACTIONS_MAX }));

/** Ending comes last: an ended conversation is assigned and snoozed no more. */
const ORDER = ["tag", "untag", "stage", "assign", "snooze", "end"] as const;

/**
 * Does what is asked as a person's own clicks would: by the same rules, with the same notes and events. Whether they may is asked
 * once: what is given to a colleague is still put aside or ended by who gave it.
 * @param tx the open transaction: all is done, or nothing.
 * @throws AppError as those verbs do
 */
export async function applyConvActions(tx: Ctx, convId: string, actions: readonly ConvAction[]): Promise<void> {
  if (actions.length === 0) return;
  let conv = await lockConvForActor(tx, convId);
  for (const kind of ORDER) {
    for (const action of actions) if (action.kind === kind) conv = await apply(tx, conv, action);
  }
}

async function apply(tx: Ctx, conv: Conversation, action: ConvAction): Promise<Conversation> {
  const { tags } = conv;
  switch (action.kind) {
    case "tag":
      return tags.includes(action.tag) ? conv : tagHeldConv(tx, conv, readTagValues("tags", [...tags, action.tag]));
    case "untag":
      return tagHeldConv(
        tx,
        conv,
        tags.filter((tag) => tag !== action.tag),
      );
    case "stage":
      return patchHeldConv(tx, conv, { stageId: action.stageId });
    case "assign":
      return assignHeldConv(tx, conv, action);
    case "snooze": {
      if (conv.ended) throw new AppError("CONFLICT", say("refusal.endedSnooze"));
      const until = action.minutes === null ? null : new Date(tx.now.getTime() + action.minutes * 60_000);
      return snoozeHeldConv(tx, conv, snoozeTime(tx, until));
    }
    case "end":
      return endHeldConv(tx, conv, say("line.ended"));
  }
}
