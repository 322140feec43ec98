import { channelOf } from "../channels/registry.ts";
import { badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/** When contacts see that their messages were read. */
export const READ_RECEIPTS = ["never", "opened", "replied"] as const;
export type ReadReceipts = (typeof READ_RECEIPTS)[number];

/** @throws AppError BAD_INPUT for a channel without read receipts. */
export function checkReadReceipts({ type }: Pick<Integration, "type">, receipts: ReadReceipts): ReadReceipts {
  const { gestures, name } = channelOf(type);
  if (!gestures.includes("read")) throw badInput("readReceipts", say("channels.noReadReceipts", { name }));
  return receipts;
}
