"use client";

import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconAdOff, IconCheck, IconCopy, IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { Fact } from "./editable-field.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import classes from "./details.module.css";
import type { InboxWords } from "../inbox/inbox-words.ts";

type Identity = {
  scope: string;
  externalId: string;
  verifiedAt: string | null;
  /** Ids of channels. */
  marketingStoppedOn: readonly string[];
};

/** The contact's identities on the channels. Values that are masked for the viewer's role stay masked and cannot be revealed. */
export function ClientIdentities({ identities }: { identities: readonly Identity[] }) {
  const t = useTranslations("thread.pane");
  const inbox = useTranslations("inbox");
  const format = useFormatter();
  const channels = useQuery(channelsQuery(useInbox().workspaceId)).data ?? [];
  if (identities.length === 0) return null;
  return (
    <Fact label={t("reachedBy")}>
      <ul className={classes.identities}>
        {identities.map(({ scope, externalId, verifiedAt, marketingStoppedOn }) => {
          const name = scopeWords(scope, channels, inbox);
          const stopped = channels.filter(({ id }) => marketingStoppedOn.includes(id)).map((each) => each.name);
          const noMarketing = t("marketingStopped", { channels: format.list(stopped) });
          return (
            <li key={`${scope} ${externalId}`} className={classes.identity}>
              <span className={classes.words}>
                <span className={classes.soft}>{name}</span> <bdi>{externalId}</bdi>
              </span>
              {verifiedAt ? (
                <Tooltip label={t("verified")}>
                  <IconRosetteDiscountCheck
                    className={classes.verified}
                    size={16}
                    role="img"
                    aria-label={t("verified")}
                  />
                </Tooltip>
              ) : null}
              {stopped.length > 0 ? (
                <Tooltip label={noMarketing}>
                  <IconAdOff className={classes.noMarketing} size={16} role="img" aria-label={noMarketing} />
                </Tooltip>
              ) : null}
              <CopyButton value={externalId}>
                {({ copied, copy }) => (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={copied ? t("copied") : t("copyId", { name })}
                    onClick={copy}
                  >
                    {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
                  </ActionIcon>
                )}
              </CopyButton>
            </li>
          );
        })}
      </ul>
    </Fact>
  );
}

/** The kinds of identity: the part of a scope before the colon. */
const SCOPES = ["phone", "bsuid", "group", "telegram", "page", "instagram", "webchat", "custom"] as const;

/**
 * The label of an identity's scope: the channel's own name if the scope contains the channel, otherwise the provider's name.
 * @param scope phone, bsuid, group, telegram, page:…, page:…:comments, instagram:… (the same), custom:<integrationId>, webchat:…
 */
export function scopeWords(
  scope: string,
  channels: readonly { id: string; name: string; identifier: string | null }[],
  t: InboxWords,
): string {
  const [kind = "", of] = scope.split(":");
  const channel = of ? channels.find(({ id, identifier }) => id === of || identifier === of) : undefined;
  const known = SCOPES.find((each) => each === kind);
  return channel?.name ?? (known ? t(`scopes.${known}`) : kind);
}
