import type { Webhook } from "../generated/prisma/client.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";

export type WebhooksInput = { label?: string | null; event?: WebhookEvent | null };

/** The workspace's matching webhooks, newest first. */
export const listWebhooks = verb({ may: "MANAGE_WORKSPACE" }, async (ctx, input: WebhooksInput): Promise<Webhook[]> => {
  return ctx.db.webhook.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.label ? { label: containing(input.label) } : {}),
      ...(input.event ? { event: input.event } : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
});
