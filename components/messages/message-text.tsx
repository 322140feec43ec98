import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Marked } from "../templates/marked.tsx";
import { markedParts } from "./text-marks.ts";
import { textParts } from "./text-links.ts";
import classes from "../thread/thread.module.css";

type Props = {
  text: string;
  /** Its language where it is known, so that it is read out as it is spoken. */
  lang?: string | null;
  /** Whether the channel draws *bold*, _italic_, ~strike~ and `code`: then they are drawn here as the client sees them. */
  hasMarks?: boolean;
  meta?: ReactNode;
};

/** Words as they were written, with web addresses to follow; `meta` is put into the last line where there is room. */
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
