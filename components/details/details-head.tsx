"use client";

import { ActionIcon, Badge, Skeleton, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { localTime } from "../composer/local-time.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { clientQuery } from "../inbox/queries.ts";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { useNow } from "../ui/use-now.ts";
import { ClientAvatar } from "./client-avatar.tsx";
import { TagLine } from "./tag-line.tsx";
import classes from "./details.module.css";

type Props = { row: ConvRow | null; onClose: () => void };

/** Who the details are about: face, name, where they are and what time it is there, and their tags. */
export function DetailsHead({ row, onClose }: Props) {
  const t = useTranslations("thread.pane");
  return (
    <div className={classes.head}>
      {row ? <Person key={row.clientId} row={row} /> : <Skeleton height={44} width="70%" />}
      <ActionIcon variant="subtle" color="gray" className={classes.close} aria-label={t("close")} onClick={onClose}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function Person({ row }: { row: ConvRow }) {
  const t = useTranslations("thread.pane");
  const card = useTranslations("inbox.card");
  const { workspaceId, viewer } = useInbox();
  const { patchClient } = useConvActions();
  const client = useQuery(clientQuery(workspaceId, row.clientId)).data;
  return (
    <div className={classes.who}>
      <div className={classes.person}>
        <ClientAvatar clientId={row.clientId} name={row.clientName} url={row.clientAvatarUrl} size={44} />
        <div className={classes.personText}>
          <Title order={3} size="h2" lineClamp={2}>
            <bdi>{row.clientName}</bdi>
          </Title>
          <Place country={client?.country ?? null} />
        </div>
      </div>
      <TagLine
        type="client"
        tags={client?.tags ?? []}
        changeLabel={card("changeTags")}
        onChange={
          client && viewer.permissions.includes("MANAGE_CLIENTS")
            ? (tags) => void patchClient(client.id, { tags })
            : null
        }
      >
        {client?.deletedAt || client?.optedOutAt ? (
          <Badge color="red" variant="light" size="sm" title={client.optedOutAt ? t("optedOutMeans") : undefined}>
            {client.optedOutAt ? t("optedOut") : t("archived")}
          </Badge>
        ) : null}
      </TagLine>
    </div>
  );
}

/** The country and the time there, so that the agent knows whether to call or to expect an answer. */
function Place({ country }: { country: string | null }) {
  const t = useTranslations("thread.pane");
  const locale = useLocale();
  const time = localTime(country ?? "", useNow(), locale);
  const name = country && countryName(country, locale);
  return <p className={classes.place}>{time ? t("placeAndTime", { place: name ?? "", time }) : (name ?? "\u00a0")}</p>;
}

/** @param country ISO 3166-1 alpha-2, or whatever a system has stored there */
function countryName(country: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country;
}
