import { v7 as uuidv7 } from "uuid";
import type { Ctx } from "../ctx.ts";
import type { NewEvent } from "./events.ts";

/**
 * Writes events into the log, in order, in the transaction of the change they tell of: neither can exist without the other.
 * Readers (webhooks, live stream) are woken after the commit.
 * @throws Error outside `inTransaction`: an event of a change that might not happen is a bug.
 */
export async function emit(ctx: Ctx, ...events: NewEvent[]): Promise<void> {
  if (!ctx.wakes) throw new Error("emit() needs the transaction of the change");
  if (events.length === 0) return;
  await ctx.db.event.createMany({
    data: events.map((event) => ({
      workspaceId: ctx.workspaceId,
      id: uuidv7(),
      name: event.name,
      ...(event.payload ? { payload: event.payload as object } : {}),
      convId: event.convId ?? null,
      clientId: event.clientId ?? null,
      messageId: event.messageId ?? null,
      assigneeId: event.assigneeId ?? null,
      prevAssigneeId: event.prevAssigneeId ?? null,
    })),
  });
  ctx.wakes.add("events");
}
