"use client";

import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { ContactDetailPane } from "./contact-detail.tsx";
import classes from "./contacts.module.css";
import { useContactWords, useLiveContacts } from "./use-contacts.ts";

export function ContactPage({ clientId }: { clientId: string }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const words = useContactWords();
  useLiveContacts();
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <BackLink href={paths.contacts(workspaceId)} label={t("title")} />
      </div>
      <div className={classes.page}>
        <ContactDetailPane clientId={clientId} words={words} onClose={null} />
      </div>
    </div>
  );
}
