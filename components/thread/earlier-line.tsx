"use client";

import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ClientConv } from "../inbox/conv-parts.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { agentsQuery, channelsQuery } from "../inbox/queries.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import type { Earlier } from "./use-earlier-convs.ts";
import classes from "./thread.module.css";

/** The line between an earlier conversation of the contact and the next one. Offers to load the earlier one if it is not shown yet. */
export function EarlierLine({ convId, earlier }: { convId: string; earlier: Earlier }) {
  const t = useTranslations("thread");
  const words = useEndWords(earlier.byId.get(convId) ?? null);
  return (
    <div className={classes.earlier}>
      {earlier.next?.id === convId ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden />}
          onClick={() => void earlier.goOn()}
        >
          {words}
        </Button>
      ) : (
        <span role="separator" aria-label={t("earlier")}>
          {words}
        </span>
      )}
    </div>
  );
}

/** "Earlier conversation · Shop · ended 3 Mar by Ana". */
function useEndWords(conv: ClientConv | null): string {
  const t = useTranslations("thread");
  const format = useFormatter();
  const placeWords = usePlaceWords();
  const { workspaceId } = useInbox();
  const agents = useQuery(agentsQuery(workspaceId)).data;
  const channel = useQuery(channelsQuery(workspaceId)).data?.find(({ id }) => id === conv?.integrationId);
  const parts = [t("earlier")];
  if (channel && conv) {
    const { externalConversationId } = conv;
    parts.push(placeWords(channel.name, { integrationType: channel.type, externalConversationId }));
  }
  if (conv?.ended && conv.endedAt) {
    const date = format.dateTime(new Date(conv.endedAt), { day: "numeric", month: "short", year: "numeric" });
    const agent = agents?.find(({ id, userId }) => id === conv.endedBy || userId === conv.endedBy);
    if (agent) parts.push(t("endedBy", { date, name: agent.name }));
    else parts.push(conv.endedBy === "SYSTEM" ? t("endedByItself", { date }) : t("ended", { date }));
  } else if (conv) parts.push(t("stillOpen"));
  return parts.join(" · ");
}
