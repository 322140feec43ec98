import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { saying } from "../saying.ts";
import { lockConvForActor } from "./access.ts";
import { actOnHeldConv, type ConvAction } from "./conv-actions.ts";

const TAG = z.string().trim().min(1, saying("input.blank"));
const MINUTES = { min: 1, max: 527_040 };
const ofMinutes = saying("inbox.between", MINUTES);
const minutes = z.int().min(MINUTES.min, ofMinutes).max(MINUTES.max, ofMinutes);
/** Limit of actions per macro. */
const ACTIONS_MAX = 20;

/** An action as a macro stores it. It has one tag, and a snooze is stored as a duration. */
const MACRO_ACTION = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["tag", "untag"]), tag: TAG }),
  /** null: no stage. */
  z.strictObject({ kind: z.literal("stage"), stageId: z.uuid().nullable() }),
  /** null: unassign. */
  z.strictObject({ kind: z.literal("assign"), agentId: z.uuid().nullable() }),
  /** Counts from the moment the macro runs. null: until the contact writes. */
  z.strictObject({ kind: z.literal("snooze"), minutes: minutes.nullable() }),
  z.strictObject({ kind: z.literal("end") }),
]);
export type MacroAction = z.infer<typeof MACRO_ACTION>;

export const MACRO_ACTIONS = z
  .array(MACRO_ACTION)
  .max(ACTIONS_MAX, saying("inbox.actionsMost", { count: ACTIONS_MAX }));

/** The order in which a macro's actions run, regardless of the input order: an ended conversation cannot be assigned or snoozed. */
const ORDER = ["tag", "untag", "stage", "assign", "snooze", "end"] as const;

/**
 * Runs a macro's actions. Permission is checked once, before the first action: an action may assign the conversation to a colleague, and
 * the next one must still run.
 * @param tx the open transaction: all actions are done, or none.
 * @throws AppError as actOnHeldConv does
 */
export async function runMacroActions(tx: Ctx, convId: string, actions: readonly MacroAction[]): Promise<void> {
  if (actions.length === 0) return;
  let conv = await lockConvForActor(tx, convId);
  for (const kind of ORDER) {
    for (const action of actions)
      if (action.kind === kind) conv = await actOnHeldConv(tx, conv, convActionOf(action, tx.now));
  }
}

function convActionOf(action: MacroAction, now: Date): ConvAction {
  switch (action.kind) {
    case "tag":
    case "untag":
      return { kind: action.kind, tags: [action.tag] };
    case "assign":
      return { ...action, isAi: false };
    case "snooze": {
      const { minutes: length } = action;
      return { kind: "snooze", until: length === null ? null : new Date(now.getTime() + length * 60_000) };
    }
    default:
      return action;
  }
}
