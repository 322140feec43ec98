import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconPlug,
  IconWorld,
} from "@tabler/icons-react";
import type { ConvRow } from "../inbox/documents.ts";

export type ChannelType = ConvRow["integrationType"];

const ICON = {
  WHATSAPP: IconBrandWhatsapp,
  WA_GATEWAY: IconBrandWhatsapp,
  FACEBOOK: IconBrandFacebook,
  INSTAGRAM: IconBrandInstagram,
  TELEGRAM: IconBrandTelegram,
  CUSTOM: IconPlug,
  WEBCHAT: IconWorld,
} as const satisfies Record<ChannelType, unknown>;

/** The channel's icon. It is decorative: the channel's name is next to it or in the label of its parent. */
export function ChannelMark({ type, size = 14 }: { type: ChannelType; size?: number }) {
  const Icon = ICON[type];
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
