import { randomBytes } from "node:crypto";
import type { Webhook } from "../generated/prisma/client.ts";
import { headersOf } from "./access.ts";
import { maskHeaders } from "./webhook-headers.ts";

export type WebhookRecord = Pick<
  Webhook,
  "workspaceId" | "id" | "label" | "url" | "event" | "debug" | "active" | "disabledReason" | "createdAt"
> & {
  /** As given in the answer that created it; values masked in every other. */
  headers: Record<string, string> | null;
  /** Whole only in the answer that created or rotated it; null in every other. */
  secret: string | null;
};

/** A stored webhook, as everyone sees it after its creation. */
export async function maskedWebhook(row: Webhook): Promise<WebhookRecord> {
  const { workspaceId, id, label, url, event, debug, active, disabledReason, createdAt } = row;
  const headers = maskHeaders(await headersOf(row));
  return { workspaceId, id, label, url, event, debug, active, disabledReason, createdAt, headers, secret: null };
}

export function newSigningSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}
