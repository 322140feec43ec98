import type { Ctx } from "../ctx.ts";
import { newId } from "../new-id.ts";
import { trailText } from "../observe/trail.ts";
import { mended } from "../text-rules.ts";
import type { NewEvent } from "./events.ts";

/**
 * Writes events into the log, in order, in the transaction of the change they tell of: neither can exist without the other.
 * Readers (webhooks, live stream) are woken after the commit. One statement, however many they are.
 *
 * What concerns a conversation of the playground, or its client, is told as such, whoever tells it: by `debug: true` to subscribers.
 * @throws Error outside `inTransaction`: an event of a change that might not happen is a bug.
 */
export async function emit(ctx: Ctx, ...events: NewEvent[]): Promise<void> {
  if (!ctx.wakes) throw new Error("emit() needs the transaction of the change");
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, id: newId() }));
  // Of type json, not jsonb: subscribers are sent a payload's members in the order that they were written in. The offset keeps the
  // look-up from being made for each column that it stands in.
  await ctx.db.$executeRaw`
    insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "prevAssigneeId",
      "isDebug", "createdAt", trail)
    select ${ctx.workspaceId}::int, e.id, e.name,
      case when about."isDebug" then (left(e.payload::text, -1) || ',"debug":true}')::json else e.payload end,
      e."convId", e."clientId", e."messageId", e."assigneeId", e."prevAssigneeId", about."isDebug", clock_timestamp(), ${trailText()}::text
    from json_to_recordset(${JSON.stringify(mended(rows))}::json) as e(id uuid, name text, payload json, "convId" uuid, "clientId" uuid,
      "messageId" uuid, "assigneeId" uuid, "prevAssigneeId" uuid)
    cross join lateral (select coalesce(case when e."convId" is not null
      then (select c."isPlayground" from "Conversation" c where c."workspaceId" = ${ctx.workspaceId} and c.id = e."convId")
      else (select c."isPlayground" from "Client" c where c."workspaceId" = ${ctx.workspaceId} and c.id = e."clientId")
      end, false) as "isDebug" offset 0) about`;
  ctx.wakes.add("events");
}
