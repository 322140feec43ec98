import { useTranslations } from "next-intl";
import type { ConvRow } from "./documents.ts";
import { MessageText } from "./message-text.tsx";
import { drawsMarks, isMarked } from "./text-marks.ts";
import classes from "./composer.module.css";

/** What a reply with *bold* and the like looks like at the client's, while it is written; nothing where no mark would be drawn. */
export function MarksPreview({ type, text }: { type: ConvRow["integrationType"]; text: string }) {
  const t = useTranslations("composer");
  const channels = useTranslations("inbox.channels");
  if (!drawsMarks(type) || !isMarked(text)) return null;
  const label = t("asSeen", { channel: channels(type) });
  return (
    <div role="group" aria-label={label} className={classes.asSeen}>
      <span className={classes.asSeenLabel}>{label}</span>
      <MessageText text={text} hasMarks />
    </div>
  );
}
