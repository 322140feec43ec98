import { pool } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";

/** The precision of `lastInboundAt`. Writing the channel's row for every incoming message would be too much. */
const EVERY_MS = 10_000;
const MAX_REMEMBERED = 10_000;

/** Shifts the bits of `inboundDays` by the days since the last message; 127 masks seven days. */
const NOTE = `
update "Integration" i
set "inboundDays" = case when p.days > 6 then 1 else ((i."inboundDays" << greatest(p.days, 0)) | 1) & 127 end,
  "lastInboundAt" = greatest(i."lastInboundAt", $3)
from (select coalesce(($3::timestamptz at time zone 'UTC')::date - ("lastInboundAt" at time zone 'UTC')::date, 7) as days
  from "Integration" where "workspaceId" = $1 and id = $2) p
where i."workspaceId" = $1 and i.id = $2`;

const noted = new Map<string, number>();

/** Notes in the background that the channel receives messages. No message waits for it or is lost if it fails. */
export function noteInbound(integration: Pick<Integration, "workspaceId" | "id">): void {
  const now = Date.now();
  if (now - (noted.get(integration.id) ?? 0) < EVERY_MS) return;
  if (noted.size >= MAX_REMEMBERED) noted.clear();
  noted.set(integration.id, now);
  pool()
    .query({ name: "note-inbound", text: NOTE, values: [integration.workspaceId, integration.id, new Date(now)] })
    .catch((error: unknown) => log.debug({ error: String(error) }, "lastInboundAt not noted"));
}
