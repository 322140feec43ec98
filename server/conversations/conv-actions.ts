import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { endHeldConv } from "./end-open-convs.ts";
import { assignHeldConv } from "./give-conv.ts";
import { unreadFrom } from "./mark-unread.ts";
import { patchHeldConv } from "./patch-conv.ts";
import { personOf } from "./person.ts";
import { readUpTo } from "./set-conv-read.ts";
import { snoozeHeldConv } from "./snooze-conv.ts";
import { tagHeldConv } from "./tag-conv.ts";
import { unsnoozeHeldConv } from "./unsnooze-conv.ts";

/** The actions on a conversation other than answering. Bulk actions and macros can do exactly these. */
export const CONV_ACTION = z.discriminatedUnion("kind", [
  /** With neither an agent nor the assistant, the conversation becomes unassigned. */
  z.strictObject({ kind: z.literal("assign"), agentId: z.uuid().nullable(), isAi: z.boolean() }),
  /** Other tags are kept. */
  z.strictObject({ kind: z.enum(["tag", "untag"]), tags: z.array(z.string()) }),
  /** null: no stage. */
  z.strictObject({ kind: z.literal("stage"), stageId: z.uuid().nullable() }),
  /** null: until the contact writes. */
  z.strictObject({ kind: z.literal("snooze"), until: z.coerce.date().nullable() }),
  z.strictObject({ kind: z.enum(["unsnooze", "end", "read", "unread"]) }),
]);
export type ConvAction = z.infer<typeof CONV_ACTION>;

/**
 * Does the action with the same rules, thread line and events as when a person does it by hand.
 * @param conv must be locked and visible to the caller.
 * @throws AppError as the operation for one conversation does; then nothing is written.
 */
export async function actOnHeldConv(tx: Ctx, conv: Conversation, action: ConvAction): Promise<Conversation> {
  switch (action.kind) {
    case "assign":
      return assignHeldConv(tx, conv, action);
    case "tag":
      return tagHeldConv(tx, conv, readTagValues("tags", [...new Set([...conv.tags, ...action.tags])]));
    case "untag": {
      const left = conv.tags.filter((tag) => !action.tags.includes(tag));
      return tagHeldConv(tx, conv, left);
    }
    case "stage":
      return patchHeldConv(tx, conv, action);
    case "snooze":
      if (conv.ended) throw new AppError("CONFLICT", say("refusal.endedSnooze"));
      return snoozeHeldConv(tx, conv, action.until);
    case "unsnooze":
      return unsnoozeHeldConv(tx, conv);
    case "end":
      return endHeldConv(tx, conv, say("line.ended"));
    case "read":
      await readUpTo(tx, { conv, agentId: personOf(tx).agentId, seq: conv.lastSeq });
      return conv;
    case "unread":
      await unreadFrom(tx, { conv, agentId: personOf(tx).agentId, fromSeq: null });
      return conv;
  }
}
