import { Avatar } from "@mantine/core";
import { ChannelMark } from "./channel-mark.tsx";
import type { ConvRow } from "./documents.ts";
import classes from "./conv-list.module.css";

/** The colours whose initials stand out from their ground in light and dark. */
const READABLE = ["blue", "cyan", "grape", "indigo", "pink", "red", "violet"];

type Props = { name: string; url: string | null; channel?: ConvRow["integrationType"]; size?: number };

/** The customer's picture or initials, with the channel in its corner. */
export function ClientAvatar({ name, url, channel, size = 40 }: Props) {
  return (
    <span className={classes.avatar} aria-hidden>
      <Avatar
        src={url}
        name={hasLetters(name) ? name : ""}
        color={hasLetters(name) ? "initials" : "gray"}
        allowedInitialsColors={READABLE}
        size={size}
        alt=""
      />
      {channel ? (
        <span className={classes.badge}>
          <ChannelMark type={channel} size={12} />
        </span>
      ) : null}
    </span>
  );
}

/** A phone number has no initials worth showing. */
function hasLetters(name: string): boolean {
  return /^\p{L}/u.test(name);
}
