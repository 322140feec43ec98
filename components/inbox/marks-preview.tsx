import { useTranslations } from "next-intl";
import type { ConvRow } from "./documents.ts";
import { MessageText } from "./message-text.tsx";
import { drawsMarks, isMarked } from "./text-marks.ts";
import { useDraftPart, type Draft } from "./use-draft.ts";
import classes from "./composer.module.css";

/** What a reply with *bold* and the like looks like at the client's, while it is written; nothing where no mark would be drawn. */
export function MarksPreview({ type, draft }: { type: ConvRow["integrationType"]; draft: Draft }) {
  const t = useTranslations("composer");
  const channels = useTranslations("inbox.channels");
  const text = useDraftPart(draft, (now) => (drawsMarks(type) && isMarked(now.text) ? now.text : null));
  if (text === null) return null;
  const label = t("asSeen", { channel: channels(type) });
  return (
    <div role="group" aria-label={label} className={classes.asSeen}>
      <span className={classes.asSeenLabel}>{label}</span>
      <MessageText text={text} hasMarks />
    </div>
  );
}
