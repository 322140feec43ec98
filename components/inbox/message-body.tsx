import { IconTemplate } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { MediaBody } from "./media-body.tsx";
import { MessageText } from "./message-text.tsx";
import { ContactsBody, InteractiveBody, LocationBody } from "./structured-body.tsx";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

/** What a message says, by its type; `meta` (time and tick) goes into the last line of words, or below. */
export function MessageBody({ bubble, meta }: { bubble: Bubble; meta: ReactNode }) {
  if (bubble.type === "text" || bubble.type === "note") return <MessageText text={bubble.content} meta={meta} />;
  return (
    <>
      <RichBody bubble={bubble} />
      {meta}
    </>
  );
}

function RichBody({ bubble }: { bubble: Bubble }) {
  switch (bubble.type) {
    case "image":
    case "audio":
    case "video":
    case "document":
      return <MediaBody type={bubble.type} url={bubble.content} />;
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
