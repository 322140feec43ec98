import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { textParts } from "./text-links.ts";
import classes from "./thread.module.css";

/** Words as they were written, with web addresses to follow; `meta` is put into the last line where there is room. */
export function MessageText({ text, meta }: { text: string; meta?: ReactNode }) {
  return (
    <div className={classes.text} dir="auto">
      {textParts(text).map((part, index) =>
        part.href ? (
          <Anchor
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={classes.link}
          >
            {part.text}
          </Anchor>
        ) : (
          part.text
        ),
      )}
      {meta}
    </div>
  );
}
