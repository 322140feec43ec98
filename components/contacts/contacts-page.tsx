"use client";

import { Button, Group, SegmentedControl, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { ContactBoard } from "./contact-board.tsx";
import { ContactDetailPane } from "./contact-detail.tsx";
import classes from "./contacts.module.css";
import { ContactsTable } from "./contacts-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { NewContactDialog } from "./new-contact-dialog.tsx";
import { useContactWords, useLiveContacts } from "./use-contacts.ts";
import { useContactsUrl } from "./use-contacts-url.ts";

/** From this width on, a contact opens next to the list instead of replacing it. */
const WIDE = "(min-width: 80em)";

/** All contacts of the workspace, as a table or as a board, with the open contact next to them. */
export function ContactsPage() {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const url = useContactsUrl();
  const words = useContactWords();
  const mayEdit = useMay("MANAGE_CLIENTS") ?? false;
  const mayImport = useMay("MANAGE_WORKSPACE") ?? false;
  const isWide = useMediaQuery(WIDE) ?? false;
  const [isAdding, setAdding] = useState(false);
  useLiveContacts();

  const open = (clientId: string) =>
    isWide ? url.go({ openId: clientId }) : router.push(paths.contact(workspaceId, clientId));

  return (
    <div className={classes.screen}>
      <header className={classes.top}>
        <Title order={1} className={classes.title}>
          {t("title")}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t("shape")}
          value={url.shape}
          onChange={(shape) => url.go({ shape: shape === "board" ? "board" : "table" })}
          data={[
            { value: "table", label: t("table") },
            { value: "board", label: t("board") },
          ]}
        />
        <Group gap="xs">
          {mayImport ? (
            <Button
              variant="default"
              component="a"
              href={paths.importContacts(workspaceId)}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t("import")}
            </Button>
          ) : null}
          {mayEdit ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t("new")}
            </Button>
          ) : null}
        </Group>
      </header>
      <FilterBar url={url} words={words} mayEdit={mayEdit} />
      <div className={classes.main}>
        {url.shape === "board" ? (
          <ContactBoard url={url} words={words} mayEdit={mayEdit} onOpen={open} />
        ) : (
          <ContactsTable url={url} words={words} mayEdit={mayEdit} onOpen={open} />
        )}
        {isWide && url.openId ? (
          <aside className={classes.aside} aria-label={t("contact")}>
            <ContactDetailPane
              key={url.openId}
              clientId={url.openId}
              words={words}
              onClose={() => url.go({ openId: null })}
            />
          </aside>
        ) : null}
      </div>
      <NewContactDialog opened={isAdding} onClose={() => setAdding(false)} onCreated={open} />
    </div>
  );
}
