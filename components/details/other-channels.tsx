"use client";

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "../ui/loaded.tsx";
import { ChannelMark } from "./channel-mark.tsx";
import type { ClientConv } from "../inbox/conv-parts.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery, convsOfClientQuery } from "../inbox/queries.ts";
import type { InboxWays } from "../inbox/use-inbox-url.ts";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./details.module.css";

/** The contact's other channels: the latest conversation on each that the viewer may see. */
export function OtherChannels({ row, url }: { row: ConvRow; url: InboxWays }) {
  const { absoluteTime, relativeTime } = useTimes();
  const t = useTranslations("thread.pane");
  const { workspaceId } = useInbox();
  const now = useNow();
  const channels = useQuery(channelsQuery(workspaceId)).data;
  return (
    <Loaded query={useQuery(convsOfClientQuery(workspaceId, row.clientId))} failure={t("channelsFailed")} rows={2}>
      {(convs) => {
        const latest = latestPerChannel(convs).filter(({ integrationId }) => integrationId !== row.integrationId);
        if (latest.length === 0) return <Text className={classes.none}>{t("noOtherChannels")}</Text>;
        return (
          <ul className={classes.others}>
            {latest.map((conv) => {
              const channel = channels?.find(({ id }) => id === conv.integrationId);
              return (
                <li key={conv.id}>
                  <a
                    href={url.href(conv.id)}
                    className={classes.other}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      url.open(conv.id);
                    }}
                  >
                    <span className={classes.otherLine}>
                      <span className={classes.channel}>
                        {channel ? <ChannelMark type={channel.type} /> : null}
                        <span className={classes.words}>{channel?.name ?? t("aChannel")}</span>
                      </span>
                      <time dateTime={conv.createdAt} title={absoluteTime(conv.createdAt)}>
                        {relativeTime(conv.createdAt, now)}
                      </time>
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** @param convs newest first */
function latestPerChannel(convs: readonly ClientConv[]): ClientConv[] {
  return [...new Map(convs.toReversed().map((conv) => [conv.integrationId, conv])).values()];
}
