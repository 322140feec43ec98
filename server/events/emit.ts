import { v7 as uuidv7 } from "uuid";
import type { Ctx } from "../ctx.ts";
import { mended } from "../text-rules.ts";
import type { NewEvent } from "./events.ts";

/**
 * Writes events into the log, in order, in the transaction of the change they tell of: neither can exist without the other.
 * Readers (webhooks, live stream) are woken after the commit. One statement, however many they are.
 * @throws Error outside `inTransaction`: an event of a change that might not happen is a bug.
 */
export async function emit(ctx: Ctx, ...events: NewEvent[]): Promise<void> {
  if (!ctx.wakes) throw new Error("emit() needs the transaction of the change");
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, id: uuidv7() }));
  // Of type json, not jsonb: subscribers are sent a payload's members in the order that they were written in.
  await ctx.db.$executeRaw`
    insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "prevAssigneeId",
      "createdAt")
    select ${ctx.workspaceId}::int, e.*, clock_timestamp()
    from json_to_recordset(${JSON.stringify(mended(rows))}::json) as e(id uuid, name text, payload json, "convId" uuid, "clientId" uuid,
      "messageId" uuid, "assigneeId" uuid, "prevAssigneeId" uuid)`;
  ctx.wakes.add("events");
}
