"use client";

import { ActionIcon, Button, Title, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconHandStop, IconLayoutSidebarRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { preferencesOf } from "../shell/preferences.ts";
import { AssignMenu } from "../details/assign-menu.tsx";
import { ChannelMark } from "../details/channel-mark.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { ChannelTabs } from "./channel-tabs.tsx";
import { EndButton } from "./end-button.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { OrderDialog } from "../list/order-dialog.tsx";
import { ASSISTANT, NOBODY, type Owner } from "../details/owner-picker.tsx";
import { ReplyWindow } from "../composer/reply-window.tsx";
import { ThreadMore } from "./thread-more.tsx";
import { ThreadNotice } from "./thread-notice.tsx";
import { SlaChip } from "../details/sla-timer.tsx";
import { StageChip, ThreadTools, type ThreadMenu } from "./thread-tools.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import { Viewers } from "../inbox/viewers.tsx";
import layout from "../inbox/inbox.module.css";
import classes from "./thread-header.module.css";

type Props = {
  row: ConvRow;
  menu: ThreadMenu;
  onMenu: (menu: ThreadMenu) => void;
  onBack: () => void;
  onEnd: (row: ConvRow) => void;
  /** The conversation was snoozed or assigned to someone else: open the next one. */
  /** `given`: assigned to someone else, so it leaves only the viewer's own list. */
  onDone: (row: ConvRow, how?: "given") => void;
  onToggleDetails: () => void;
  areDetailsOpen: boolean;
  hrefOf: (convId: string) => string;
  onOpen: (convId: string) => void;
};

/** The contact, the channel, and the actions for the conversation. */
export const ThreadHeader = memo(function ThreadHeader(props: Props) {
  const { row, menu, onMenu, onBack, onEnd, onDone, onToggleDetails, areDetailsOpen, hrefOf, onOpen } = props;
  const t = useTranslations("bulk.header");
  const ofThread = useTranslations("inbox.thread");
  const placeWords = usePlaceWords();
  const { viewer } = useInbox();
  const actions = useConvActions();
  const { closingForm } = preferencesOf(viewer);
  const handle = (name: Exclude<ThreadMenu, null>) => ({
    isOpen: menu === name,
    onOpenChange: (isOpen: boolean) => onMenu(isOpen ? name : null),
  });

  function give(owner: Owner) {
    const isMine = row.assigneeId !== null && row.assigneeId === viewer.agentId;
    if (owner === ASSISTANT) void actions.assignToAi(row);
    else void actions.assign(row, owner === NOBODY ? null : owner.agent);
    const staysMine = owner !== ASSISTANT && owner !== NOBODY && owner.agent.id === viewer.agentId;
    if (isMine && !staysMine) onDone(row, "given");
  }

  return (
    <>
      <header className={classes.header}>
        <div className={classes.line}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={layout.phoneOnly}
            aria-label={ofThread("back")}
            onClick={onBack}
          >
            <IconArrowLeft size={20} aria-hidden />
          </ActionIcon>
          <div className={classes.who}>
            <Title order={2} className={classes.name}>
              <bdi>{row.clientName}</bdi>
            </Title>
            <div className={classes.where}>
              <ChannelMark type={row.integrationType} size={14} />
              <span className={classes.identifier}>
                {placeWords(row.integrationName, row)}
                {row.clientPhone && row.clientPhone !== row.clientName ? <bdi dir="ltr">{row.clientPhone}</bdi> : null}
              </span>
            </div>
          </div>
          <Viewers convId={row.id} />
          <div className={classes.tools}>
            {row.aiId && !row.ended ? (
              <Button
                size="compact-sm"
                variant="light"
                className={classes.wide}
                classNames={{ root: classes.tool, section: classes.toolMark }}
                leftSection={<IconHandStop size={16} stroke={1.5} aria-hidden />}
                aria-label={t("takeOver")}
                title={t("takeOver")}
                onClick={() => void actions.assignToMe(row)}
              >
                <span className={classes.toolWord}>{t("takeOver")}</span>
              </Button>
            ) : null}
            <ThreadTools row={row} menu={menu} onMenu={onMenu} onDone={onDone} />
            {row.ended ? null : (
              <EndButton
                // A note written there belongs to this conversation.
                key={row.id}
                row={row}
                {...handle("end")}
                onAsk={() => (closingForm ? onMenu(menu === "end" ? null : "end") : onEnd(row))}
                onEnd={() => onEnd(row)}
              />
            )}
            <ThreadMore
              row={row}
              onMenu={onMenu}
              onEndWithForm={() => window.setTimeout(() => onMenu("end"))}
              onReturnToAi={() => give(ASSISTANT)}
              onGiveBack={() => void actions.giveBack(row)}
              onToggleDetails={onToggleDetails}
            />
          </div>
          <span className={classes.wide}>
            <Tooltip label={areDetailsOpen ? t("hideDetails") : t("showDetails")}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t("details")}
                aria-pressed={areDetailsOpen}
                onClick={onToggleDetails}
              >
                <IconLayoutSidebarRight size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </span>
        </div>
        <div className={classes.chips}>
          <AssignMenu row={row} {...handle("assign")} onPick={give} />
          <span className={classes.wide}>
            <StageChip row={row} {...handle("stage")} />
          </span>
          <SlaChip row={row} />
          <ReplyWindow row={row} />
          <ChannelTabs row={row} hrefOf={hrefOf} onOpen={onOpen} />
        </div>
      </header>
      <ThreadNotice row={row} />
      {menu === "order" ? <OrderDialog row={row} onClose={() => onMenu(null)} /> : null}
    </>
  );
});
