import { validate as isUuid } from "uuid";
import { database } from "../db.ts";
import { webchatSettingsOf, type WebchatSettings } from "../integrations/webchat-settings.ts";

/** What the frame of a web chat has to know before anybody is let in. */
export type WebchatFrame = {
  /** Of these sites alone a browser shows the frame (`frame-ancestors`); empty: of any. */
  allowedOrigins: string[];
  config: Omit<WebchatSettings, "allowedOrigins">;
};

/**
 * The frame of a channel, of one that was switched off too: it says so. Null when there is no such web chat. Which sites may have it is for the visitor's browser to enforce: the
 * frame itself has no origin that a server could compare.
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
