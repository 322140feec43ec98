import type { Ctx } from "../ctx.ts";
import { inBatches } from "../db.ts";

/** Events per statement. Small, so that other transactions do not wait long for its locks. */
const BATCH = 2_000;

/** The payload fields that are kept: our ids, and the kind and time of what happened. */
const KEPT = [
  "event",
  "workspaceId",
  "id",
  "type",
  "messageId",
  "message_id",
  "integrationId",
  "integrationType",
  "isAgent",
  "conversationId",
  "clientId",
  "stageId",
  "status",
  "createdAt",
  "patchedAt",
  "debug",
];

/**
 * Empties the event payloads of contacts except ids, kinds and times, and marks them with `erased: true`. Later readers of the log, and
 * webhooks whose delivery still waits, get the event under its own id without its contents.
 * @param ctx outside a transaction.
 * @returns how many.
 */
export function forgetPayloads(
  ctx: Ctx,
  { clientIds, convIds }: { clientIds: readonly string[]; convIds: readonly string[] },
): Promise<number> {
  return inBatches(
    BATCH,
    () => ctx.db.$executeRaw`
      with told as materialized (
        select e.id from "Event" e
        where e."workspaceId" = ${ctx.workspaceId} and e.payload is not null
          and (e."clientId" = any (${[...clientIds]}::uuid[]) or e."convId" = any (${[...convIds]}::uuid[]))
          and e.payload ->> 'erased' is null
        limit ${BATCH}
      )
      update "Event" e set payload = (
        select (left(json_object_agg(m.key, case
            when m.key = any (${KEPT}::text[]) then m.value
            when m.key = 'tags' then '[]'::json
            else 'null'::json end order by m.place)::text, -1) || ',"erased":true}')::json
        from json_each(e.payload) with ordinality m (key, value, place))
      from told where e."workspaceId" = ${ctx.workspaceId} and e.id = told.id`,
  );
}
