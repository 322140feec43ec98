import { audit } from "../auth/audit.ts";
import { inTransaction, transactionTime } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { sealField } from "./access.ts";
import { readHeaders } from "./webhook-headers.ts";
import { newSigningSecret, type OpenedWebhook } from "./webhook-record.ts";
import { readDebug } from "./webhook-debug.ts";
import { readWebhookUrl } from "./webhook-url.ts";

export type WebhookCreateInput = {
  label: string;
  url: string;
  event: WebhookEvent;
  headers?: unknown;
  debug?: boolean | null;
};

/**
 * Registers a subscriber. Only this response contains the signing secret and the header values.
 * @throws AppError BAD_INPUT for an unusable URL or header, and for `debug` with an event other than ANY_EVENT.
 */
export const createWebhook = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: WebhookCreateInput): Promise<OpenedWebhook> => {
    const label = requiredLine("label", input.label);
    const debug = readDebug(input.event, input.debug);
    const url = await readWebhookUrl(input.url);
    const headers = readHeaders(input.headers ?? null);
    const secret = newSigningSecret();
    const place = { workspaceId: ctx.workspaceId, id: newId() };
    const data = {
      ...place,
      label,
      url,
      event: input.event,
      debug,
      headers: headers && (await sealField(place, "headers", headers)),
      secret: await sealField(place, "secret", secret),
    };
    return inTransaction(ctx, async (tx) => {
      // A webhook gets the events from its createdAt on, and the event log uses the database's clock.
      const row = await tx.db.webhook.create({ data: { ...data, createdAt: await transactionTime(tx) } });
      await audit(tx, "createWebhook", row.id, {
        after: { label, url, event: row.event, debug, headers: Object.keys(headers ?? {}) },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return { ...row, opened: { headers, secret } };
    });
  },
);
