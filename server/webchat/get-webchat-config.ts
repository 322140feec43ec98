import { isAnyoneOnline } from "../agents/take-online-agent.ts";
import type { MediaKind } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { openWebchat } from "./open-webchat.ts";
import { webchatSettingsOf, type WebchatSettings } from "../integrations/webchat-settings.ts";
import { VISITOR_FILE_BYTES } from "./visitor-upload.ts";
import { validate as isUuid } from "uuid";
import { database } from "../db.ts";

/** The settings of a web chat that every visitor's browser receives. */
type WebchatConfig = Omit<WebchatSettings, "allowedOrigins"> & {
  /** null: the visitor's own language. */
  locale: null;
  maxTextLength: number;
  media: Partial<Record<MediaKind, { contentTypes: readonly string[]; maxBytes: number }>>;
  /** Whether an agent who accepts new conversations is online. */
  isOnline: boolean;
};

export async function getWebchatConfig(integrationId: string): Promise<WebchatConfig> {
  const { ctx, integration } = await openWebchat(integrationId);
  const { allowedOrigins: _, ...looks } = webchatSettingsOf(integration);
  return { ...looks, ...RULES, isOnline: await isAnyoneOnline(ctx) };
}

const RULES = {
  locale: null,
  maxTextLength: channelOf("WEBCHAT").maxTextLength,
  media: Object.fromEntries(
    Object.entries(channelOf("WEBCHAT").media).map(([kind, { contentTypes, maxBytes }]) => [
      kind,
      { contentTypes, maxBytes: Math.min(maxBytes, VISITOR_FILE_BYTES) },
    ]),
  ),
};

/** What the frame of a web chat needs before a session exists. */
export type WebchatFrame = {
  /** The only sites on which a browser shows the frame (`frame-ancestors`); empty: all sites. */
  allowedOrigins: string[];
  config: Omit<WebchatSettings, "allowedOrigins">;
};

/**
 * The frame of a channel, also of a deactivated one: its frame says so. null: no such web chat. The visitor's browser enforces
 * the allowed sites, because the frame itself has no origin that a server could compare.
 */
export async function frameOf(integrationId: string): Promise<WebchatFrame | null> {
  if (!isUuid(integrationId)) return null;
  const integration = await database().integration.findFirst({
    where: { id: integrationId, type: "WEBCHAT", deletedAt: null },
    select: { webchat: true, workspaceId: true },
  });
  if (!integration) return null;
  const { workspaceId } = integration;
  if ((await database().workspace.count({ where: { id: workspaceId, deletedAt: null } })) === 0) return null;
  const { allowedOrigins, ...config } = webchatSettingsOf(integration);
  return { allowedOrigins, config };
}
