import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Webhook } from "../generated/prisma/client.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { notEmptied, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { headersOf, sealField, webhookOr404 } from "./access.ts";
import { readHeaders } from "./webhook-headers.ts";
import { readDebug } from "./webhook-debug.ts";
import { readWebhookUrl } from "./webhook-url.ts";

export type WebhookPatchInput = {
  id: string;
  label?: string | null;
  url?: string | null;
  event?: WebhookEvent | null;
  /** Replaces all headers; null: none. A masked value keeps the stored value of the same name. */
  headers?: unknown;
  active?: boolean | null;
  debug?: boolean | null;
};

/**
 * Changes a webhook; omitted fields stay. Switching it on again or changing its URL resets its failures.
 * @throws AppError BAD_INPUT, NOT_FOUND
 */
export const patchWebhook = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: WebhookPatchInput): Promise<Webhook> => {
    const label = notEmptied("label", input.label);
    const url = notEmptied("url", input.url);
    const event = notEmptied("event", input.event);
    const active = notEmptied("active", input.active);
    const debug = notEmptied("debug", input.debug);
    const fields = {
      ...(label !== undefined ? { label: requiredLine("label", label) } : {}),
      // Resolving the host takes time, so this runs before the transaction.
      ...(url !== undefined ? { url: await readWebhookUrl(url) } : {}),
      ...(event !== undefined ? { event } : {}),
      ...(active !== undefined ? { active } : {}),
      ...(active || url !== undefined ? { failingSince: null } : {}),
      ...(active ? { disabledReason: null } : {}),
    };
    return inTransaction(ctx, async (tx) => {
      const before = await webhookOr404(tx, input.id);
      const headers = input.headers === undefined ? {} : { headers: await sealHeaders(before, input.headers) };
      const chosen = event ?? before.event;
      const row = await tx.db.webhook.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: before.id } },
        // A webhook that switches to a single event gets no more playground events.
        data: { ...fields, ...headers, debug: readDebug(chosen, debug ?? (before.debug && chosen === "ANY_EVENT")) },
      });
      await audit(tx, "patchWebhook", row.id, { before: facts(before), after: facts(row) });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      tx.wakes?.add("deliveries");
      return row;
    });
  },
);

async function sealHeaders(webhook: Webhook, input: unknown): Promise<string | null> {
  const headers = readHeaders(input, await headersOf(webhook));
  return headers && sealField(webhook, "headers", headers);
}

function facts({ label, url, event, active, debug }: Webhook) {
  return { label, url, event, active, debug };
}
