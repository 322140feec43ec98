import { isAnyoneOnline } from "../agents/take-online-agent.ts";
import type { MediaKind } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { openWebchat } from "./open-webchat.ts";
import { webchatSettingsOf, type WebchatSettings } from "../integrations/webchat-settings.ts";
import { VISITOR_FILE_BYTES } from "./visitor-upload.ts";

/** What every visitor's browser is told of a web chat. */
export type WebchatConfig = Omit<WebchatSettings, "allowedOrigins"> & {
  /** Null: the visitor's own. */
  locale: null;
  maxTextLength: number;
  media: Partial<Record<MediaKind, { contentTypes: readonly string[]; maxBytes: number }>>;
  /** Whether an agent who takes new conversations is there. */
  isOnline: boolean;
};

/** @throws AppError NOT_FOUND, RATE_LIMITED, CHANNEL_INACTIVE */
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
