"use client";

import { useTranslations } from "next-intl";
import { useTyping } from "./use-typing.ts";
import classes from "../messages/message-parts.module.css";

/** Shows below the log that the contact or the assistant is writing. Not announced, because screen readers would repeat it all the time. */
export function TypingLine({ convId, name }: { convId: string; name: string }) {
  const t = useTranslations("inbox.thread");
  const writer = useTyping(convId, name);
  if (writer === null) return null;
  return (
    <p className={classes.typing}>
      <span className={classes.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>{t.rich("typing", { writer, who: (name) => <bdi>{name}</bdi> })}</span>
    </p>
  );
}
