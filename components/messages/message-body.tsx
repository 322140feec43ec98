import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MediaBody } from "./media-body.tsx";
import { MessageText } from "./message-text.tsx";
import { ContactsBody, InteractiveBody, LocationBody } from "./structured-body.tsx";
import { TemplateBody } from "./template-body.tsx";
import { UnsupportedBody } from "./unsupported-body.tsx";
import type { Bubble } from "../thread/use-thread.ts";
import parts from "./message-parts.module.css";

type Props = { bubble: Bubble; hasMarks: boolean; meta: ReactNode };

/**
 * The content of a message, by type. `meta` (time and tick) goes into the last line of text, or below. `hasMarks`: the channel shows
 * *bold* and other marks. Notes are for the team only, so their text stays as written.
 */
export function MessageBody({ bubble, hasMarks, meta }: Props) {
  const t = useTranslations("inbox.message");
  if (bubble.removedAt) {
    return (
      <>
        <span className={parts.removed}>
          <IconTrash size={16} aria-hidden />
          {t(bubble.isAgent ? "deletedForCustomer" : "customerDeleted")}
        </span>
        {meta}
      </>
    );
  }
  if (bubble.isUnsupported) {
    return (
      <>
        <UnsupportedBody bubble={bubble} />
        {meta}
      </>
    );
  }
  if (bubble.type === "text" || bubble.type === "note")
    return (
      <MessageText
        text={bubble.content}
        lang={bubble.language}
        hasMarks={hasMarks && bubble.type === "text"}
        meta={meta}
      />
    );
  return (
    <>
      <RichBody bubble={bubble} />
      {bubble.caption ? (
        <div className={parts.caption}>
          <MessageText text={bubble.caption} lang={bubble.language} hasMarks={hasMarks} meta={meta} />
        </div>
      ) : (
        meta
      )}
    </>
  );
}

function RichBody({ bubble }: { bubble: Bubble }) {
  switch (bubble.type) {
    case "image":
    case "audio":
    case "video":
    case "document":
      return <MediaBody messageId={bubble.messageId} type={bubble.type} url={bubble.content} media={bubble.media} />;
    case "location":
      return <LocationBody content={bubble.content} />;
    case "contacts":
      return <ContactsBody content={bubble.content} />;
    case "interactive":
      return <InteractiveBody content={bubble.content} />;
    case "template":
      return <TemplateBody bubble={bubble} />;
    case "text":
    case "note":
      return <MessageText text={bubble.content} />;
  }
}
