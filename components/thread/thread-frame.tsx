"use client";

import { useCallbackRef } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useActions } from "../keys/use-actions.ts";
import { preferencesOf } from "../shell/preferences.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { OpenThread } from "./open-thread.tsx";
import { useSelectedIds } from "../list/selection.ts";
import { ThreadHeader } from "./thread-header.tsx";
import type { ThreadMenu } from "./thread-tools.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { useFileDropTo, type FileTaker } from "../composer/use-file-drop.ts";
import dropClasses from "../ui/drop.module.css";
import { useThreadChoices } from "./use-thread-choices.ts";
import classes from "./thread.module.css";

export type ThreadPaneProps = {
  convId: string;
  onBack: () => void;
  onEnded: (row: ConvRow, how?: "given") => void;
  onToggleDetails: () => void;
  areDetailsOpen: boolean;
  hrefOf: (convId: string) => string;
  onOpen: (convId: string) => void;
};

type Props = Omit<ThreadPaneProps, "convId"> & { row: ConvRow };

/**
 * The frame around every conversation, with its actions. It stays mounted from one conversation to the next, because creating its menus
 * costs more than the messages. Messages and composer belong to one conversation and are created for each.
 */
export function ThreadFrame({ row, onBack, onEnded, onToggleDetails, areDetailsOpen, hrefOf, onOpen }: Props) {
  const t = useTranslations("inbox");
  const convId = row.id;
  const actions = useConvActions();
  const { closingForm } = preferencesOf(useInbox().viewer);
  const isSelecting = useSelectedIds().size > 0;
  const [menu, setMenu] = useState<ThreadMenu>(null);
  const [menuOf, setMenuOf] = useState(convId);
  // A menu belongs to its conversation. After a switch it is closed, also when the agent returns.
  if (menuOf !== convId) {
    setMenuOf(convId);
    setMenu(null);
  }
  const taker = useRef<FileTaker | null>(null);
  const drop = useFileDropTo(() => taker.current);

  // Use the given conversation: the agent may have moved on to another one while the action was waiting.
  const end = useCallbackRef((which: ConvRow) => {
    if (which.ended) return;
    void actions.end(which);
    onEnded(which);
  });

  const ifOpen = (run: () => void) => (row.ended ? null : run);
  // While a menu opens, keys are meant for the menu. With a selection in the list, they are meant for the selection.
  useActions(
    menu || isSelecting
      ? {}
      : {
          end: ifOpen(() => (closingForm ? setMenu("end") : end(row))),
          endNow: ifOpen(() => end(row)),
          snooze: ifOpen(() => setMenu("snooze")),
          assign: ifOpen(() => setMenu("assign")),
          tags: () => setMenu("tags"),
          stage: () => setMenu("stage"),
          orderNo: () => setMenu("order"),
          assignToMe: ifOpen(() => void actions.assignToMe(row)),
          unassign: ifOpen(() => void actions.assign(row, null)),
        },
    useThreadChoices(row, onEnded),
    row.clientName,
  );

  return (
    <div className={classes.thread} {...drop.handlers}>
      {drop.isOver ? <div className={dropClasses.over}>{t("files.drop", { name: row.clientName })}</div> : null}
      <ThreadHeader
        row={row}
        menu={menu}
        onMenu={setMenu}
        onBack={onBack}
        onEnd={end}
        onDone={onEnded}
        onToggleDetails={onToggleDetails}
        areDetailsOpen={areDetailsOpen}
        hrefOf={hrefOf}
        onOpen={onOpen}
      />
      <OpenThread key={convId} row={row} isMenuOpen={menu !== null} onEnding={onEnded} onOpen={onOpen} taker={taker} />
    </div>
  );
}
