"use client";

import { useTyping } from "./use-typing.ts";
import classes from "./message-parts.module.css";

/** Under the log: the customer is writing. Not announced, or whoever listens would hear it at every word. */
export function TypingLine({ convId, name }: { convId: string; name: string }) {
  if (!useTyping(convId)) return null;
  return (
    <p className={classes.typing}>
      <span className={classes.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>
        <bdi>{name}</bdi> is typing
      </span>
    </p>
  );
}
