import {
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconNote,
  IconPhoto,
  IconTemplate,
  IconUser,
  IconVideo,
} from "@tabler/icons-react";
import type { ConvRow } from "../inbox/documents.ts";
import { previewOf, previewPrefix, type PreviewIcon } from "../messages/message-preview.ts";
import type { RowWords } from "./row-words.ts";
import { useTyping } from "../thread/use-typing.ts";
import classes from "./conv-list.module.css";

const PREVIEW_ICON: Record<NonNullable<PreviewIcon>, typeof IconPhoto> = {
  image: IconPhoto,
  audio: IconMicrophone,
  video: IconVideo,
  document: IconFile,
  location: IconMapPin,
  contacts: IconUser,
  template: IconTemplate,
  note: IconNote,
};

type Props = { row: ConvRow; viewerAgentId: string | null; words: RowWords };

/** One line about the conversation: who is typing, the viewer's unsent draft, or the last message. */
export function RowPreview({ row, viewerAgentId, words: { t, inbox } }: Props) {
  const writer = useTyping(row.id, "");
  if (writer !== null) {
    return (
      <span className={`${classes.preview} ${classes.typing}`}>
        {writer === "" ? t("row.typing") : t("row.typingBy", { name: writer })}
      </span>
    );
  }
  if (row.draftText) {
    return (
      <span className={classes.preview}>
        <span className={`${classes.prefix} ${classes.draft}`}>{t("row.draft")}</span>
        <span className={classes.previewText} dir="auto">
          {row.draftText.replace(/\s+/g, " ")}
        </span>
      </span>
    );
  }
  if (!row.lastMessage) return <span className={classes.preview}>{t("row.nothing")}</span>;
  const { icon, text } = previewOf(row.lastMessage, inbox);
  const prefix = previewPrefix(row.lastMessage, viewerAgentId, inbox);
  const Icon = icon ? PREVIEW_ICON[icon] : null;
  return (
    <span className={classes.preview}>
      {prefix ? <span className={classes.prefix}>{prefix}</span> : null}
      {Icon ? <Icon size={14} className={classes.previewIcon} /> : null}
      <span className={classes.previewText} dir="auto" lang={row.lastMessage.language ?? undefined}>
        {text}
      </span>
    </span>
  );
}
