import type { ReactNode } from "react";
import type { TextMark } from "./marked-runs.ts";

/** Renders text with its formatting, outermost first. */
export function Marked({ marks, children }: { marks: readonly TextMark[]; children: ReactNode }) {
  return marks.reduceRight<ReactNode>((inner, mark) => {
    switch (mark) {
      case "bold":
        return <strong>{inner}</strong>;
      case "italic":
        return <em>{inner}</em>;
      case "strike":
        return <s>{inner}</s>;
      case "code":
        return <code>{inner}</code>;
    }
  }, children);
}
