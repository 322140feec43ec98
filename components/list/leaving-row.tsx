import { ConvRowItem } from "./conv-row.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import type { Leaving } from "./leaving-rows.ts";
import type { RowWords } from "./row-words.ts";
import classes from "./conv-list.module.css";

type Props = {
  leaving: Leaving<ConvRow>;
  /** Its place in the list, as CSS. */
  top: string;
  isCompact: boolean;
  viewerAgentId: string | null;
  now: number;
  words: RowWords;
};

/** A row that collapses after it has left the list. Neither pointer nor screen reader can reach it. */
export function LeavingRow({ leaving: { row, index }, top, ...looks }: Props) {
  return (
    <div inert aria-hidden className={classes.leaving} data-leaving={row.id} style={{ insetBlockStart: top }}>
      <ConvRowItem
        top="0"
        row={row}
        href="#"
        stage={null}
        isOpen={false}
        isFocused={false}
        {...looks}
        position={index + 1}
        total={-1}
        onOpen={nothing}
        onSelect={nothing}
      />
    </div>
  );
}

function nothing(): void {
  // The row is inert, so this is never called.
}
