import { randomBytes } from "node:crypto";
import type { Webhook } from "../generated/prisma/client.ts";
import { headersOf } from "./access.ts";
import { maskHeaders } from "./webhook-headers.ts";

/** A webhook with what is sealed in its row, in the answer that created or rotated it and in no other. */
export type OpenedWebhook = Webhook & { opened: { secret: string; headers?: Record<string, string> | null } };

/** As given in the answer that created it; values masked in every other. */
export async function shownHeaders(webhook: Webhook & Partial<OpenedWebhook>): Promise<Record<string, string> | null> {
  return webhook.opened?.headers ?? maskHeaders(await headersOf(webhook));
}

export function newSigningSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}
