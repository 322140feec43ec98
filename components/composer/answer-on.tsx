"use client";

import { Menu, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChannelMark } from "../details/channel-mark.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import { useOtherOpenConvs } from "../inbox/use-other-open-convs.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import type { MergedLog } from "../thread/use-merged-log.ts";
import classes from "./composer.module.css";

type Props = {
  row: ConvRow;
  merged: MergedLog;
  onOpen: (convId: string) => void;
};

/** The channel of the answer. Where the contact has conversations on several: where they wrote last, and a menu to answer elsewhere. */
export function AnswerOn({ row, merged: { thread, together }, onOpen }: Props) {
  const t = useTranslations("composer");
  const { workspaceId } = useInbox();
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
  const placeWords = usePlaceWords();
  const others = useOtherOpenConvs(row).flatMap(({ id: convId, integrationId, externalConversationId }) => {
    const channel = channels.find(({ id }) => id === integrationId);
    if (!channel) return [];
    const words = placeWords(channel.name, { integrationType: channel.type, externalConversationId });
    return [{ convId, type: channel.type, words }];
  });
  const here = (
    <>
      <span className={classes.viaWord}>{t("via", { channel: placeWords(row.integrationName, row) })}</span>
      <ChannelMark type={row.integrationType} size={14} />
    </>
  );
  if (others.length === 0) return here;
  // Where one of them is not shown, the contact may have written there later.
  const areShown = others.every(({ convId }) => together.has(convId));
  const last = areShown ? thread.log.bubbles.findLast(({ isAgent }) => !isAgent) : undefined;
  const elsewhere = others.find(({ convId }) => convId === last?.convId);
  const isHere = last?.convId === row.id;
  return (
    <>
      {isHere || elsewhere ? (
        <span className={classes.viaReason}>
          {isHere
            ? t("wroteHere", { name: row.clientName })
            : t("wroteElsewhere", { name: row.clientName, channel: elsewhere?.words ?? "" })}
        </span>
      ) : null}
      <Menu position="top-end">
        <Menu.Target>
          <UnstyledButton className={classes.viaChoice}>
            {here}
            <IconChevronDown size={14} stroke={1.5} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map(({ convId, type, words }) => (
            <Menu.Item key={convId} leftSection={<ChannelMark type={type} size={16} />} onClick={() => onOpen(convId)}>
              {t("via", { channel: words })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
