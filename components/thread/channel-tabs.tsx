"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChannelMark } from "../details/channel-mark.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import { useOtherOpenConvs } from "../inbox/use-other-open-convs.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import classes from "./thread-header.module.css";

type Props = { row: ConvRow; hrefOf: (convId: string) => string; onOpen: (convId: string) => void };

/**
 * Where the contact has several open conversations: all of them together, or one channel. The choice is remembered and applies to every
 * contact.
 */
export function ChannelTabs({ row, hrefOf, onOpen }: Props) {
  const t = useTranslations("bulk.header");
  const channels = useQuery(channelsQuery(useInbox().workspaceId)).data ?? [];
  const others = useOtherOpenConvs(row);
  const placeWords = usePlaceWords();
  const [{ mergesChannels }, change] = usePreferences();
  if (others.length === 0) return null;
  const inOrder = [row, ...others].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return (
    <div className={classes.tabs} role="group" aria-label={t("channels")}>
      <button
        type="button"
        className={classes.tab}
        aria-pressed={mergesChannels}
        onClick={() => change({ mergesChannels: true })}
      >
        {t("allChannels")}
      </button>
      {inOrder.map(({ id, integrationId, externalConversationId }) => {
        const channel = channels.find((each) => each.id === integrationId);
        if (!channel) return null;
        const words = placeWords(channel.name, { integrationType: channel.type, externalConversationId });
        return (
          <a
            key={id}
            href={hrefOf(id)}
            className={classes.tab}
            aria-current={id === row.id && !mergesChannels ? "true" : undefined}
            aria-label={words}
            title={words}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              if (mergesChannels) change({ mergesChannels: false });
              if (id !== row.id) onOpen(id);
            }}
          >
            <ChannelMark type={channel.type} size={16} />
          </a>
        );
      })}
    </div>
  );
}
