import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconPlug,
  IconWorld,
} from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import classes from "./channel-mark.module.css";

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

/** The channel's mark: its brand's colour and a white glyph. Decorative: its name is next to it or in the label of its parent. */
export function ChannelMark({ type, size = 16 }: { type: ChannelType; size?: 14 | 16 | 18 | 20 | 28 | 36 }) {
  const Icon = ICON[type];
  return (
    <span className={classes.mark} data-channel={type} style={{ "--mark-size": `${size / 16}rem` } as CSSProperties}>
      <Icon size="72%" stroke={2} aria-hidden />
    </span>
  );
}
