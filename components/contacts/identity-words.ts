import type { useTranslations } from "next-intl";
import type { ChannelType } from "../inbox/channel-mark.tsx";

/** What stands before the colon of an identity's scope, and the channel that people call it by. */
const TYPES: Record<string, ChannelType> = {
  phone: "WHATSAPP",
  bsuid: "WHATSAPP",
  telegram: "TELEGRAM",
  page: "FACEBOOK",
  instagram: "INSTAGRAM",
  custom: "CUSTOM",
  webchat: "WEBCHAT",
};

/**
 * The channel of an identity: its type, and what it is called. Scopes of custom channels and web chats end with the channel's own id.
 * @returns type null for a scope that is not known.
 */
export function identityWords(
  scope: string,
  channels: readonly { id: string; name: string }[],
  t: ReturnType<typeof useTranslations<"inbox.channels">>,
): { type: ChannelType | null; label: string } {
  const [kind = "", id] = scope.split(":");
  const type = TYPES[kind] ?? null;
  const name = channels.find((channel) => channel.id === id)?.name;
  return { type, label: name ?? (type ? t(type) : scope) };
}
