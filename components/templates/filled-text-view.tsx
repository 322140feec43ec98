"use client";

import { useTranslations } from "next-intl";
import type { Piece } from "./filled-text.ts";
import { markedRuns } from "./marked-runs.ts";
import { Marked } from "./marked.tsx";
import classes from "./template-preview.module.css";

/** Text with its formatting rendered and its variables highlighted. Nothing is interpreted as HTML. */
export function FilledText({ pieces }: { pieces: readonly Piece[] }) {
  const text = pieces.map((piece) => piece.text).join("");
  const starts = pieces.map((_, index) => pieces.slice(0, index).reduce((sum, piece) => sum + piece.text.length, 0));
  return markedRuns(text).map((run) => (
    <Marked key={run.start} marks={run.marks}>
      {pieces.map((piece, index) => {
        const start = starts[index] ?? 0;
        const own = piece.text.slice(Math.max(0, run.start - start), Math.max(0, run.end - start));
        return own === "" ? null : <PieceText key={index} text={own} state={piece.state} />;
      })}
    </Marked>
  ));
}

function PieceText({ text, state }: Piece) {
  const t = useTranslations("templates");
  if (state === "plain" || state === "filled") return text;
  return (
    <span className={classes.variable} data-state={state} title={t(`piece.${state}`)}>
      {text}
    </span>
  );
}
