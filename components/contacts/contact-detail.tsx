"use client";

import { Badge, Button, CloseButton, Skeleton, Text, Title } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconMessagePlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ClientAvatar } from "../details/client-avatar.tsx";
import { paths } from "../paths.ts";
import { useMay, useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { ContactIdentities } from "./contact-identities.tsx";
import { contactName } from "./contact-name.ts";
import { ContactProfile } from "./contact-profile.tsx";
import { ContactTimeline } from "./contact-timeline.tsx";
import classes from "./contacts.module.css";
import { DataBlock } from "./data-block.tsx";
import { DuplicatesBlock } from "./duplicates-block.tsx";
import { MergesBlock } from "./merges-block.tsx";
import { contactQuery } from "./queries.ts";
import { StartConvDialog } from "./start-conv-dialog.tsx";
import { useContactChanges } from "./use-contact-changes.ts";
import type { ContactWords } from "./use-contacts.ts";

type Props = { clientId: string; words: ContactWords; onClose: (() => void) | null };

/** Everything about one contact: profile, identities, timeline and possible duplicates. */
export function ContactDetailPane({ clientId, words, onClose }: Props) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const mayEdit = useMay("MANAGE_CLIENTS") ?? false;
  const mayManage = useMay("MANAGE_WORKSPACE") ?? false;
  const { data: contact, error, refetch } = useQuery(contactQuery(workspaceId, clientId));
  const { archive, change } = useContactChanges(clientId);
  const [isStarting, setStarting] = useState(false);
  if (error && !contact) return <ErrorFace title={t("contactFailed")} error={error} onRetry={() => void refetch()} />;
  if (!contact) return <Skeleton height={320} m="md" aria-label={t("loading")} />;

  const name = contactName(contact) || t("noName");
  const hasInbox = viewer !== undefined && viewer.plan !== "GATEWAY";
  return (
    <article className={classes.detail} aria-label={name}>
      <header className={classes.block}>
        <div className={classes.who}>
          <ClientAvatar clientId={contact.id} name={name} url={contact.avatarUrl} size={48} />
          <div className={classes.whoText}>
            <Title order={2} lineClamp={2}>
              <bdi>{name}</bdi>
            </Title>
            {contact.deletedAt || contact.optedOutAt ? (
              <Badge color="red" variant="light" size="sm">
                {archivedWords(contact, t)}
              </Badge>
            ) : null}
            {contact.optedOutAt && !contact.mergedIntoId ? <Text size="sm">{t("optedOutMeans")}</Text> : null}
            {contact.mergedIntoId ? (
              <Text size="sm">
                <a href={paths.contact(workspaceId, contact.mergedIntoId)}>{t("mergedInto")}</a>
              </Text>
            ) : null}
          </div>
          {onClose ? <CloseButton aria-label={t("close")} onClick={onClose} /> : null}
        </div>
        <div className={classes.actions}>
          {hasInbox && !contact.deletedAt ? (
            <Button
              size="compact-sm"
              leftSection={<IconMessagePlus size={16} aria-hidden />}
              onClick={() => setStarting(true)}
            >
              {t("start.open")}
            </Button>
          ) : null}
          {mayEdit && contact.optedOutAt && !contact.mergedIntoId ? (
            <Button size="compact-sm" variant="default" onClick={() => change({ isOptedOut: false })}>
              {t("allowBroadcasts")}
            </Button>
          ) : null}
          {mayEdit && !contact.mergedIntoId ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={
                contact.deletedAt ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
              }
              onClick={() => archive(!contact.deletedAt)}
            >
              {contact.deletedAt ? t("unarchive") : t("archive")}
            </Button>
          ) : null}
        </div>
      </header>
      <ContactProfile contact={contact} words={words} mayEdit={mayEdit} />
      <ContactIdentities contact={contact} words={words} />
      {mayEdit ? <DuplicatesBlock contact={contact} words={words} /> : null}
      {mayEdit ? <MergesBlock clientId={clientId} /> : null}
      <ContactTimeline clientId={clientId} />
      {mayManage && !contact.mergedIntoId ? <DataBlock clientId={clientId} name={contactName(contact)} /> : null}
      <StartConvDialog
        contact={contact}
        name={name}
        words={words}
        opened={isStarting}
        onClose={() => setStarting(false)}
      />
    </article>
  );
}

/** Why a contact receives fewer messages than others. */
function archivedWords(
  { optedOutAt, mergedIntoId }: { optedOutAt: string | null; mergedIntoId: string | null },
  t: (key: "archived" | "optedOut" | "merged") => string,
): string {
  if (mergedIntoId) return t("merged");
  return optedOutAt ? t("optedOut") : t("archived");
}
