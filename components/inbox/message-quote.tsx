import { previewOf } from "./message-preview.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

type Props = {
  /** The message that is answered; null where it is not loaded, or none of ours. */
  quoted: Bubble | null;
  /** What the provider said of one that is none of ours. */
  context: Bubble["replyContext"];
};

/** The message that this one answers, in a line. */
export function MessageQuote({ quoted, context }: Props) {
  if (quoted) {
    return (
      <div className={classes.quote}>
        <span className={classes.quoteName}>{quoted.senderName ?? (quoted.isAgent ? "You" : "Customer")}</span>
        <span dir="auto">{previewOf(quoted).text}</span>
      </div>
    );
  }
  const words = context?.content ? previewOf({ type: context.type ?? "text", content: context.content }).text : null;
  return (
    <div className={classes.quote}>
      <span className={classes.quoteName}>{context ? "A message that is not in this inbox" : "Earlier message"}</span>
      {words ? <span dir="auto">{words}</span> : null}
    </div>
  );
}
