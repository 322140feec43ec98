"use client";

import { Button, CloseButton, Menu, Progress, Text } from "@mantine/core";
import { IconArchive, IconDownload, IconStack2, IconTag } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Picker } from "../details/picker.tsx";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { exportAddress } from "./contact-filter.ts";
import classes from "./contacts.module.css";
import type { Bulk } from "./use-bulk-patch.ts";
import type { ContactSelection } from "./use-contact-selection.ts";
import type { ContactWords } from "./use-contacts.ts";

/** The most IDs that fit into the export URL. */
const EXPORT_MAX = 200;

type Props = { selection: ContactSelection; bulk: Bulk; words: ContactWords; mayEdit: boolean };

/** Bulk actions for the selected contacts. While one runs, shows its progress and a Stop button. */
export function BulkBar({ selection, bulk, words, mayEdit }: Props) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const [menu, setMenu] = useState<"tag" | "untag" | null>(null);
  const ids = [...selection.chosen];
  if (bulk.progress) {
    const { done, total } = bulk.progress;
    return (
      <div className={classes.bulk} role="status">
        <Progress value={(done / total) * 100} flex="1 1 160px" aria-label={t("bulk.progress", { done, total })} />
        <Text size="sm">{t("bulk.progress", { done, total })}</Text>
        <Button variant="default" size="compact-sm" onClick={bulk.stop}>
          {t("bulk.stop")}
        </Button>
      </div>
    );
  }
  const tags = words.tags.map((tag) => ({ value: tag, label: tag }));
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t("bulk.label")}>
      <CloseButton size="sm" aria-label={t("bulk.clear")} onClick={selection.clear} />
      <Text size="sm" fw={500} role="status">
        {t("bulk.chosen", { count: ids.length })}
      </Text>
      {mayEdit ? (
        <>
          <Picker
            label={t("bulk.addTag")}
            options={tags}
            chosen={[]}
            isOpen={menu === "tag"}
            onOpenChange={(isOpen) => setMenu(isOpen ? "tag" : null)}
            onPick={(tag) => void bulk.run(ids, { addTags: [tag] }, { removeTags: [tag] })}
            onCreate={(tag) => void bulk.run(ids, { addTags: [tag] }, { removeTags: [tag] })}
            emptyText={t("bulk.noTags")}
          >
            {(toggle) => (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconTag size={14} aria-hidden />}
                onClick={toggle}
              >
                {t("bulk.addTag")}
              </Button>
            )}
          </Picker>
          <Picker
            label={t("bulk.removeTag")}
            options={tags}
            chosen={[]}
            isOpen={menu === "untag"}
            onOpenChange={(isOpen) => setMenu(isOpen ? "untag" : null)}
            onPick={(tag) => void bulk.run(ids, { removeTags: [tag] }, { addTags: [tag] })}
            emptyText={t("bulk.noTags")}
          >
            {(toggle) => (
              <Button variant="default" size="compact-sm" onClick={toggle}>
                {t("bulk.removeTag")}
              </Button>
            )}
          </Picker>
          <Menu>
            <Menu.Target>
              <Button variant="default" size="compact-sm" leftSection={<IconStack2 size={14} aria-hidden />}>
                {t("bulk.stage")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {words.stages.map(({ id, tag }) => (
                <Menu.Item key={id} onClick={() => void bulk.run(ids, { stageId: id }, null)}>
                  {tag}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => void bulk.run(ids, { stageId: null }, null)}>{t("noStage")}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArchive size={14} aria-hidden />}
            onClick={() => void bulk.run(ids, { isDeleted: true }, { isDeleted: false }).then(selection.clear)}
          >
            {t("archive")}
          </Button>
        </>
      ) : null}
      {ids.length <= EXPORT_MAX ? (
        <Button
          component="a"
          href={exportAddress(workspaceId, { ids })}
          download
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {t("bulk.export")}
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          {t("bulk.exportMax", { max: EXPORT_MAX })}
        </Text>
      )}
    </div>
  );
}
