import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";

/** How exact `lastInboundAt` is: the channel's one row must not be written with every message that comes in. */
const EVERY_MS = 10_000;
const MAX_REMEMBERED = 10_000;

const noted = new Map<string, number>();

/** Notes that the channel brings messages. In the background: no message waits for it, and none is lost over it. */
export function noteInbound(integration: Pick<Integration, "workspaceId" | "id">): void {
  const now = Date.now();
  if (now - (noted.get(integration.id) ?? 0) < EVERY_MS) return;
  if (noted.size >= MAX_REMEMBERED) noted.clear();
  noted.set(integration.id, now);
  database()
    .integration.updateMany({
      where: { workspaceId: integration.workspaceId, id: integration.id },
      data: { lastInboundAt: new Date(now) },
    })
    .catch((error: unknown) => log.debug({ error: String(error) }, "lastInboundAt not noted"));
}
