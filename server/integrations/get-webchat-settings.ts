import { webchatCredentials } from "../channels/webchat/adapter.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { credentialsOf, integrationOr404 } from "./access.ts";
import { webchatSettingsOf, type WebchatSettings } from "./webchat-settings.ts";

/** A web chat as its administrators see it. */
export type WebchatRecord = WebchatSettings & {
  integrationId: string;
  snippet: string;
  chatUrl: string;
  /** null for API keys: the secret can sign the identity of any visitor. */
  identitySecret: string | null;
  /** Until when the previous secret is also valid. */
  previousSecretUntil: Date | null;
};

/** @throws AppError NOT_FOUND, also for a channel of another type */
export const getWebchatSettings = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { integrationId: string }): Promise<WebchatRecord> => {
    return webchatRecord(ctx, await webchatOr404(ctx, input.integrationId));
  },
);

export async function webchatOr404(ctx: Ctx, id: string): Promise<Integration> {
  const integration = await integrationOr404(ctx, id);
  if (integration.type !== "WEBCHAT") throw notFound("channel");
  return integration;
}

export async function webchatRecord(ctx: Ctx, row: Integration): Promise<WebchatRecord> {
  const { APP_URL } = env();
  const { identitySecret, previousSecretUntil } = webchatCredentials.parse(await credentialsOf(row));
  const until = previousSecretUntil === undefined ? null : new Date(previousSecretUntil);
  return {
    ...webchatSettingsOf(row),
    integrationId: row.id,
    snippet: `<script async src="${APP_URL}/webchat.js" data-channel="${row.id}"></script>`,
    chatUrl: `${APP_URL}/chat/${row.id}`,
    identitySecret: ctx.actor.kind === "user" ? identitySecret : null,
    previousSecretUntil: until && until > ctx.now ? until : null,
  };
}
