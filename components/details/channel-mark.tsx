import type { CSSProperties } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import classes from "./channel-mark.module.css";

export type ChannelType = ConvRow["integrationType"];

/** The channel's mark: its brand's colour and a white glyph. Decorative: its name is next to it or in the label of its parent. */
export function ChannelMark({ type, size = 16 }: { type: ChannelType; size?: 14 | 16 | 18 | 20 | 28 | 36 }) {
  return (
    <span
      className={classes.mark}
      data-channel={type}
      style={{ "--mark-size": `${size / 16}rem` } as CSSProperties}
      aria-hidden
    />
  );
}
