import { ChannelMark } from "./channel-mark.tsx";
import type { ConvRow } from "./documents.ts";
import { Face } from "./face.tsx";
import classes from "./conv-list.module.css";

type Props = { name: string; url: string | null; channel?: ConvRow["integrationType"]; size?: number };

/** The customer's picture or initials, with the channel in its corner. */
export function ClientAvatar({ name, url, channel, size = 40 }: Props) {
  return (
    <span className={classes.avatar} aria-hidden>
      <Face name={name} url={url} size={size} />
      {channel ? (
        <span className={classes.badge}>
          <ChannelMark type={channel} size={12} />
        </span>
      ) : null}
    </span>
  );
}
