"use client";

import { Badge, Text } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { ChannelMark, type ChannelType } from "../details/channel-mark.tsx";
import { CopyIcon } from "../ui/copy.tsx";
import classes from "./contacts.module.css";
import type { ContactDetail } from "./documents.ts";
import type { ContactWords } from "./use-contacts.ts";

/** The contact's identities on each channel. */
export function ContactIdentities({ contact, words }: { contact: ContactDetail; words: ContactWords }) {
  const t = useTranslations("contacts");
  const format = useFormatter();
  const channelNames = useTranslations("inbox.channels");
  return (
    <section className={classes.block} aria-label={t("identities")}>
      <h3 className={classes.blockTitle}>{t("identities")}</h3>
      {contact.identities.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("noIdentities")}
        </Text>
      ) : (
        <ul className={classes.plainList}>
          {contact.identities.map(({ scope, externalId, verifiedAt, marketingStoppedOn, broughtById }) => {
            const { type, label } = identityWords(scope, words.channels, channelNames);
            const stopped = words.channels.filter(({ id }) => marketingStoppedOn.includes(id)).map(({ name }) => name);
            return (
              <li key={`${scope} ${externalId}`} className={classes.line}>
                {type ? <ChannelMark type={type} size={16} /> : null}
                <span className={classes.soft}>{label}</span>
                <bdi className={classes.grow}>{externalId}</bdi>
                {verifiedAt ? (
                  <span role="img" aria-label={t("verified")} title={t("verified")}>
                    <IconRosetteDiscountCheck size={16} aria-hidden />
                  </span>
                ) : null}
                {stopped.length > 0 ? (
                  <Badge variant="default" size="sm" title={t("marketingStopped", { channels: format.list(stopped) })}>
                    {t("noMarketing")}
                  </Badge>
                ) : null}
                {broughtById ? (
                  <Badge variant="default" size="sm">
                    {t("brought")}
                  </Badge>
                ) : null}
                <CopyIcon text={externalId} what={label} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** From the prefix of an identity's scope to the channel type that people know. */
const TYPES: Record<string, ChannelType> = {
  phone: "WHATSAPP",
  bsuid: "WHATSAPP",
  telegram: "TELEGRAM",
  page: "FACEBOOK",
  instagram: "INSTAGRAM",
  custom: "CUSTOM",
  webchat: "WEBCHAT",
};

/**
 * The channel of an identity: its type and name. Scopes of custom channels and web chats end with the channel's ID.
 * @returns type null for an unknown scope.
 */
export function identityWords(
  scope: string,
  channels: readonly { id: string; name: string }[],
  t: ReturnType<typeof useTranslations<"inbox.channels">>,
): { type: ChannelType | null; label: string } {
  const [kind = "", id] = scope.split(":");
  const type = TYPES[kind] ?? null;
  const name = channels.find((channel) => channel.id === id)?.name;
  return { type, label: name ?? (type ? t(type) : scope) };
}
