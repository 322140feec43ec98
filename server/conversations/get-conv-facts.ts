import type { Ad } from "../channels/ad.ts";
import type { Ctx } from "../ctx.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";

const HOUR_MS = 3_600_000;

/** Facts about a conversation, derived from its messages and settings. */
export type ConvFacts = {
  /** The contact's first message here. null: they have not written yet. */
  firstClientMessageAt: Date | null;
  /** The first answer to it by a person, an assistant or a program. null: none yet. Notes and broadcasts do not count. */
  firstResponseAt: Date | null;
  /** What led the contact to write: an advertisement, a link, a post. */
  sourceType: string | null;
  sourceUrl: string | null;
  ad: Ad | null;
  /** When it ends by itself if nothing happens. null: it has ended, is snoozed until a time, or never ends by itself. */
  closesAt: Date | null;
};

/**
 * When a conversation was first answered, where it came from and when it ends by itself (the rule is in close-expired-convs.ts).
 * @throws AppError NOT_FOUND
 */
export const getConvFacts = verb({ may: "USE_CONVS" }, async (ctx, input: { convId: string }): Promise<ConvFacts> => {
  const conv = await convForActor(ctx, input.convId);
  const { workspaceId, db } = ctx;
  const first = await db.message.findFirst({
    where: { workspaceId, convId: conv.id, isAgent: false },
    orderBy: { seq: "asc" },
    select: { seq: true, createdAt: true, sourceType: true, sourceUrl: true, ad: true },
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
    ad: (first?.ad ?? null) as Ad | null,
    closesAt: conv.ended || conv.snoozedUntil ? null : await closesAt(ctx, conv.activityAt),
  };
});

async function closesAt({ db, workspaceId }: Ctx, activityAt: Date): Promise<Date | null> {
  const settings = await db.workspaceSettings.findUnique({ where: { workspaceId }, select: { convTTL: true } });
  const hours = settings?.convTTL ?? 0;
  return hours > 0 ? new Date(activityAt.getTime() + hours * HOUR_MS) : null;
}
