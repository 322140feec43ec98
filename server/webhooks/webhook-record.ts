import { randomBytes } from "node:crypto";
import type { Webhook } from "../generated/prisma/client.ts";
import { headersOf } from "./access.ts";
import { maskHeaders } from "./webhook-headers.ts";

/** A webhook with its decrypted secrets. Only the response that created or rotated it contains them. */
export type OpenedWebhook = Webhook & { opened: { secret: string; headers?: Record<string, string> | null } };

/** As given in the response that created the webhook; with masked values in every other. */
export async function shownHeaders(webhook: Webhook & Partial<OpenedWebhook>): Promise<Record<string, string> | null> {
  return webhook.opened?.headers ?? maskHeaders(await headersOf(webhook));
}

export function newSigningSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}
