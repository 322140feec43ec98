"use client";

import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { contactName } from "./contact-name.ts";
import classes from "./contacts.module.css";
import type { Contact, ContactDetail } from "./documents.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { duplicatesQuery } from "./queries.ts";
import type { ContactWords } from "./use-contacts.ts";

/** Possible duplicates with the reasons. They are compared side by side before a merge. */
export function DuplicatesBlock({ contact, words }: { contact: ContactDetail; words: ContactWords }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const { data = [] } = useQuery(duplicatesQuery(workspaceId, contact.id));
  const [compared, setCompared] = useState<Contact | null>(null);
  if (contact.mergedIntoId || (data.length === 0 && !compared)) return null;
  return (
    <section className={classes.block} aria-label={t("duplicates.title")}>
      <h3 className={classes.blockTitle}>{t("duplicates.title")}</h3>
      <ul className={classes.plainList}>
        {data.map(({ client, reasons }) => (
          <li key={client.id} className={classes.line}>
            <span className={classes.grow}>
              <a href={paths.contact(workspaceId, client.id)}>
                <bdi>{contactName(client) || t("noName")}</bdi>
              </a>
              <Text size="xs" c="dimmed">
                {reasons.map((reason) => t(`duplicates.${reason}`)).join(" · ")}
              </Text>
            </span>
            <Button variant="default" size="compact-sm" onClick={() => setCompared(client)}>
              {t("duplicates.compare")}
            </Button>
          </li>
        ))}
      </ul>
      <MergeDialog contact={contact} other={compared} words={words} onClose={() => setCompared(null)} />
    </section>
  );
}
