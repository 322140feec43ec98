import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Marked } from "../templates/marked.tsx";
import { markedParts } from "./text-marks.ts";
import { textParts } from "./text-links.ts";
import classes from "../thread/thread.module.css";

type Props = {
  text: string;
  /** The language, if known, so that screen readers pronounce the text correctly. */
  lang?: string | null;
  /** Whether the channel shows *bold*, _italic_, ~strike~ and `code`. If so, they are shown here as the contact sees them. */
  hasMarks?: boolean;
  meta?: ReactNode;
};

/** A message's text with clickable web addresses. `meta` goes into the last line if there is room. */
export function MessageText({ text, lang, hasMarks = false, meta }: Props) {
  const parts = hasMarks ? markedParts(text) : textParts(text).map((part) => ({ ...part, marks: [] }));
  return (
    <div className={classes.text} dir="auto" lang={lang ?? undefined}>
      {parts.map((part, index) => (
        <Marked key={index} marks={part.marks}>
          {part.href ? <Link href={part.href}>{part.text}</Link> : part.text}
        </Marked>
      ))}
      {meta}
    </div>
  );
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
      {children}
    </Anchor>
  );
}
