import type { Channel } from "./queries.ts";

/** Names of the types of channel, as people call them. */
export const TYPE_NAMES: Record<Channel["type"], string> = {
  WHATSAPP: "WhatsApp",
  WA_GATEWAY: "WhatsApp Gateway",
  FACEBOOK: "Facebook Messenger",
  INSTAGRAM: "Instagram",
  TELEGRAM: "Telegram",
  CUSTOM: "Custom",
  WEBCHAT: "Web chat",
};

export const STATE_WORDS: Record<Channel["state"], { label: string; color: string }> = {
  active: { label: "Active", color: "green" },
  pending: { label: "Being set up", color: "yellow" },
  disabled: { label: "Off", color: "gray" },
  error: { label: "Error", color: "red" },
};
