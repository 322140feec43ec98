import { badInput } from "../errors.ts";
import type { Prisma, WebhookDelivery } from "../generated/prisma/client.ts";
import { DeliveryState } from "../generated/prisma/enums.ts";
import { createdKey, keyset, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { webhookOr404 } from "./access.ts";
import { say } from "../say.ts";

export type WebhookDeliveriesInput = PageInput & { webhookId: string; state?: string | null };

/** A webhook's sent and pending deliveries of the last 30 days, newest first. */
export const listWebhookDeliveries = verb(
  { may: "MANAGE_WORKSPACE" },
  async (
    ctx,
    input: WebhookDeliveriesInput,
    along: { include?: Prisma.WebhookDeliveryInclude } = {},
  ): Promise<Page<WebhookDelivery>> => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const state = input.state == null ? undefined : readState(input.state);
    const webhook = await webhookOr404(ctx, input.webhookId);
    const where: Prisma.WebhookDeliveryWhereInput = {
      workspaceId: ctx.workspaceId,
      webhookId: webhook.id,
      ...(state ? { state } : {}),
    };
    const rows = await ctx.db.webhookDelivery.findMany({ where: { AND: [where, after] }, orderBy, take, ...along });
    return toPage(rows, size, createdKey, () => ctx.db.webhookDelivery.count({ where }));
  },
);

function readState(text: string): DeliveryState {
  const state = Object.values(DeliveryState).find((value) => value === text);
  if (!state)
    throw badInput("state", say("service.oneOf", { field: "state", values: Object.values(DeliveryState).join(", ") }));
  return state;
}
