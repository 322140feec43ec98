import type { AIType } from "../../generated/prisma/enums.ts";
import { convForActor } from "../../conversations/access.ts";
import { PAGE_MAX } from "../../page.ts";
import { verb } from "../../verb.ts";
import { findCopilot, copilotModel } from "./copilot.ts";

/** The help that an agent can get in a conversation. */
export type Copilot = {
  /** The available assistants, by name. The first 200, without their settings. */
  assistants: { id: string; name: string; type: AIType }[];
  /** The default assistant if the agent chooses none. null: there is none. */
  aiId: string | null;
  /** Whether a model for rewriting and translating is connected. */
  canRewrite: boolean;
};

export const getCopilot = verb(
  { may: "USE_CONVS", plan: "assistants" },
  async (ctx, input: { convId: string; aiId?: string | null }): Promise<Copilot> => {
    const conv = await convForActor(ctx, input.convId);
    const ai = await findCopilot(ctx, conv, input.aiId ?? null);
    const assistants = await ctx.db.assistant.findMany({
      where: { workspaceId: ctx.workspaceId, deletedAt: null },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: PAGE_MAX,
      select: { id: true, name: true, type: true },
    });
    return { assistants, aiId: ai?.id ?? null, canRewrite: (await copilotModel(ctx, ai)) !== null };
  },
);
