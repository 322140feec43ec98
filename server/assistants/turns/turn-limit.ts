import type { Ctx } from "../../ctx.ts";

/** Answers in a row after which a person is asked to look: two machines would write to each other for ever. */
export const MOST_IN_A_ROW = 20;
/** A client who comes back after so long begins a new row. */
const PAUSE_MS = 60 * 60 * 1000;

/**
 * Whether the assistant has answered as often as it may since it was given the conversation, or since the client last paused.
 * @param firstAt when the first message to be answered now was written.
 */
export async function hasReachedLimit(
  ctx: Ctx,
  conv: { id: string; ownerVersion: number },
  firstAt: Date,
): Promise<boolean> {
  const answers = await ctx.db.assistantAnswer.findMany({
    where: { workspaceId: ctx.workspaceId, convId: conv.id, ownerVersion: conv.ownerVersion, outcome: "answered" },
    orderBy: { createdAt: "desc" },
    take: MOST_IN_A_ROW,
    select: { createdAt: true },
  });
  return inARow([firstAt, ...answers.map(({ createdAt }) => createdAt)]) > MOST_IN_A_ROW;
}

/** How many of these times, the latest first, follow one another without a pause. */
export function inARow(times: readonly Date[]): number {
  const pause = times.findIndex((at, index) => {
    const next = times[index - 1];
    return next !== undefined && next.getTime() - at.getTime() >= PAUSE_MS;
  });
  return pause === -1 ? times.length : pause;
}
