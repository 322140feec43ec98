import type { Ctx } from "../ctx.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";

const HOUR_MS = 3_600_000;

/** What a conversation's messages and settings tell of it. */
export type ConvFacts = {
  /** The client's first message here; null while they have not written. */
  firstClientMessageAt: Date | null;
  /** The first answer to it by a person, an assistant or a program; null: none yet. Notes and broadcasts are no answers. */
  firstResponseAt: Date | null;
  /** How the client came to write it: an advertisement, a link, a post. */
  sourceType: string | null;
  sourceUrl: string | null;
  /** When it ends by itself if nothing happens; null: ended, put aside until a time, or never. */
  closesAt: Date | null;
};

/**
 * When a conversation was first answered, where it came from and when it ends by itself (close-expired-convs.ts has the rule).
 * @throws AppError NOT_FOUND
 */
export const getConvFacts = verb({ may: "USE_CONVS" }, async (ctx, input: { convId: string }): Promise<ConvFacts> => {
  const conv = await convForActor(ctx, input.convId);
  const { workspaceId, db } = ctx;
  const first = await db.message.findFirst({
    where: { workspaceId, convId: conv.id, isAgent: false },
    orderBy: { seq: "asc" },
    select: { seq: true, createdAt: true, sourceType: true, sourceUrl: true },
  });
  const answer = first
    ? await db.message.findFirst({
        where: {
          workspaceId,
          convId: conv.id,
          isAgent: true,
          type: { not: "note" },
          broadcastId: null,
          seq: { gt: first.seq },
        },
        orderBy: { seq: "asc" },
        select: { createdAt: true },
      })
    : null;
  return {
    firstClientMessageAt: first?.createdAt ?? null,
    firstResponseAt: answer?.createdAt ?? null,
    sourceType: first?.sourceType ?? null,
    sourceUrl: first?.sourceUrl ?? null,
    closesAt: conv.ended || conv.snoozedUntil ? null : await closesAt(ctx, conv.activityAt),
  };
});

async function closesAt({ db, workspaceId }: Ctx, activityAt: Date): Promise<Date | null> {
  const settings = await db.workspaceSettings.findUnique({ where: { workspaceId }, select: { convTTL: true } });
  const hours = settings?.convTTL ?? 0;
  return hours > 0 ? new Date(activityAt.getTime() + hours * HOUR_MS) : null;
}
