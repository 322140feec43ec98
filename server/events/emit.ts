import type { Ctx } from "../ctx.ts";
import { newId } from "../new-id.ts";
import { requestContextText } from "../observe/request-context.ts";
import { mendedJson } from "../text-rules.ts";
import type { NewEvent } from "./events.ts";

/**
 * The only statement that inserts events into the log. The payload is json, not jsonb, so that subscribers get its members in the order
 * they were written. Playground events carry `debug: true`.
 * @param rows a query for the events of the workspace $1, in their order: id, name, payload, convId, clientId, messageId, assigneeId,
 * prevAssigneeId, isDebug, trail.
 */
export function insertEvents(rows: string, { isTest = false } = {}): string {
  return `insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "prevAssigneeId",
      "isDebug", "isTest", "createdAt", trail)
    select $1::int, e.id, e.name, case when e."isDebug" then (left(e.payload::text, -1) || ',"debug":true}')::json else e.payload end,
      e."convId", e."clientId", e."messageId", e."assigneeId", e."prevAssigneeId", e."isDebug", ${isTest}, clock_timestamp(), e.trail
    from (${rows}) e`;
}

/** $2 the events as JSON, $3 the request context. "offset 0" makes the lookup run once per event, not once per column that uses it. */
const EMIT =
  insertEvents(`select e.id, e.name, e.payload, e."convId", e."clientId", e."messageId", e."assigneeId", e."prevAssigneeId",
      about."isDebug", $3::text as trail
    from json_to_recordset($2::json) as e(id uuid, name text, payload json, "convId" uuid, "clientId" uuid, "messageId" uuid,
      "assigneeId" uuid, "prevAssigneeId" uuid)
    cross join lateral (select coalesce(case when e."convId" is not null
      then (select c."isPlayground" from "Conversation" c where c."workspaceId" = $1 and c.id = e."convId")
      else (select c."isPlayground" from "Client" c where c."workspaceId" = $1 and c.id = e."clientId")
      end, false) as "isDebug" offset 0) about`);

/**
 * Writes events into the log, in order, in the transaction of their change, so that neither exists without the other. It takes one
 * statement for any number of events, and wakes the readers (webhooks, live stream) after the commit. Events of a message are written
 * with it (messages/write-messages.ts).
 * @throws Error outside `inTransaction`: an event of a change that might not happen is a bug.
 */
export async function emit(ctx: Ctx, ...events: NewEvent[]): Promise<void> {
  if (!ctx.wakes) throw new Error("emit() needs the transaction of the change");
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, id: newId() }));
  await ctx.db.$executeRawUnsafe(EMIT, ctx.workspaceId, mendedJson(rows), requestContextText());
  ctx.wakes.add("events");
}

const EMIT_TEST = `${insertEvents(
  `select $2::uuid as id, $3::text as name, $4::json as payload, null::uuid as "convId", null::uuid as "clientId",
    null::uuid as "messageId", null::uuid as "assigneeId", null::uuid as "prevAssigneeId", false as "isDebug", $5::text as trail`,
  { isTest: true },
)} returning id, seq`;

/** Writes an event that log readers skip, because nothing has happened (webhooks/send-test-event.ts). */
export async function emitTest(
  tx: Ctx,
  { name, payload }: Pick<NewEvent, "name" | "payload">,
): Promise<{ id: string; seq: bigint }> {
  const values = [newId(), name, JSON.stringify(payload), requestContextText()];
  const rows = await tx.db.$queryRawUnsafe<{ id: string; seq: bigint }[]>(EMIT_TEST, tx.workspaceId, ...values);
  const [event] = rows;
  if (!event) throw new Error("an event that was written is answered");
  return event;
}
