import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { containing } from "../text-rules.ts";
import { maskedWebhook } from "./webhook-record.ts";
import type { WebhookRecord } from "./webhook-record.ts";

export type WebhooksInput = { label?: string | null; event?: WebhookEvent | null };

/** The workspace's webhooks that match, newest first, without their secrets. */
export async function listWebhooks(ctx: Ctx, input: WebhooksInput): Promise<WebhookRecord[]> {
  can(ctx, "MANAGE_WORKSPACE");
  const rows = await ctx.db.webhook.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.label ? { label: containing(input.label) } : {}),
      ...(input.event ? { event: input.event } : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return Promise.all(rows.map(maskedWebhook));
}
