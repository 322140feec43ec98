"use client";

import { useTyping } from "./use-typing.ts";
import classes from "./message-parts.module.css";

/** Under the log: the customer or the assistant is writing. Not announced, or whoever listens would hear it at every word. */
export function TypingLine({ convId, name }: { convId: string; name: string }) {
  const writer = useTyping(convId, name);
  if (writer === null) return null;
  return (
    <p className={classes.typing}>
      <span className={classes.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>
        <bdi>{writer}</bdi> is typing
      </span>
    </p>
  );
}
