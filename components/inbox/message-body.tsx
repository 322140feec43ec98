import { IconTemplate, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { MediaBody } from "./media-body.tsx";
import { MessageText } from "./message-text.tsx";
import { ContactsBody, InteractiveBody, LocationBody } from "./structured-body.tsx";
import { UnsupportedBody } from "./unsupported-body.tsx";
import type { Bubble } from "./use-thread.ts";
import parts from "./message-parts.module.css";
import classes from "./thread.module.css";

/** What a message says, by its type; `meta` (time and tick) goes into the last line of words, or below. */
export function MessageBody({ bubble, meta }: { bubble: Bubble; meta: ReactNode }) {
  if (bubble.removedAt) {
    return (
      <>
        <span className={parts.removed}>
          <IconTrash size={16} aria-hidden />
          {bubble.isAgent ? "This message was deleted for the customer" : "The customer deleted this message"}
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
  if (bubble.type === "text" || bubble.type === "note") return <MessageText text={bubble.content} meta={meta} />;
  return (
    <>
      <RichBody bubble={bubble} />
      {bubble.caption ? (
        <div className={parts.caption}>
          <MessageText text={bubble.caption} meta={meta} />
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
      return <MediaBody type={bubble.type} url={bubble.content} media={bubble.media} />;
    case "location":
      return <LocationBody content={bubble.content} />;
    case "contacts":
      return <ContactsBody content={bubble.content} />;
    case "interactive":
      return <InteractiveBody content={bubble.content} />;
    case "template":
      return (
        <>
          <span className={classes.kind}>
            <IconTemplate size={14} aria-hidden /> Template
          </span>
          <MessageText text={bubble.content} />
        </>
      );
    case "text":
    case "note":
      return <MessageText text={bubble.content} />;
  }
}
