"use client";

import { Button, FileButton, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconFileUpload, IconPencilPlus, IconWorld } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { uploadKnowledge } from "../composer/upload-file.ts";
import { useFileDrop } from "../composer/use-file-drop.ts";
import { useUploads } from "../composer/use-uploads.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CHOOSE_AGAIN } from "../ui/choose-again.ts";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import dropClasses from "../ui/drop.module.css";
import classes from "./assistants.module.css";
import { ACCEPTED, knowledgeProblem, knowledgeType } from "./knowledge-files.ts";
import type { Assistant } from "./queries.ts";
import { SourceDrawer, type Opened } from "./source-drawer.tsx";
import { SourceFilesDrawer } from "./source-files-drawer.tsx";
import { SourceItem } from "./source-item.tsx";
import { sourcesQuery, type Source } from "./source-queries.ts";
import { SourceRemoval } from "./source-removal.tsx";

/** The sources of a built-in assistant: add, inspect, read again, remove. */
export function SourcesPanel({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("knowledge");
  const filesT = useTranslations("knowledge.files");
  const workspaceId = useWorkspaceId();
  const sources = useQuery(sourcesQuery(workspaceId, assistant.id));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isAddingFiles, setAddingFiles] = useState(false);
  const [removed, setRemoved] = useState<Source | null>(null);
  const uploads = useUploads({
    problemOf: (file) => knowledgeProblem(file, filesT),
    upload: async (file, options) => ({
      url: await uploadKnowledge(workspaceId, file, knowledgeType(file.name) ?? "", options),
      facts: file,
    }),
  });
  const addFiles = (files: Iterable<File>) => {
    uploads.add(files);
    setAddingFiles(true);
  };
  const drop = useFileDrop(isAddingFiles ? null : addFiles);
  return (
    <div className={classes.sources} {...drop.handlers}>
      {drop.isOver ? <div className={dropClasses.over}>{t("drop")}</div> : null}
      <Panel
        flush
        title={t("title")}
        description={t("about")}
        actions={
          <Group gap="xs">
            <FileButton multiple accept={ACCEPTED} onChange={addFiles} inputProps={CHOOSE_AGAIN}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
                  {t("addFiles")}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<IconPencilPlus size={16} aria-hidden />}
              onClick={() => setOpened({ kind: "text", source: null })}
            >
              {t("writePage")}
            </Button>
            <Button
              variant="default"
              leftSection={<IconWorld size={16} aria-hidden />}
              onClick={() => setOpened({ kind: "site" })}
            >
              {t("addSite")}
            </Button>
          </Group>
        }
      >
        <Loaded query={sources} failure={t("failed")} shape="table" rows={3}>
          {(rows) =>
            rows.length > 0 ? (
              <ul className={classes.list} aria-label={t("title")}>
                {rows.map((source) => (
                  <SourceItem
                    key={source.id}
                    source={source}
                    assistant={assistant}
                    onOpen={setOpened}
                    onRemove={setRemoved}
                  />
                ))}
              </ul>
            ) : (
              <EmptyFace picture="list" title={t("empty.title")} message={t("empty.message")} />
            )
          }
        </Loaded>
      </Panel>
      <SourceDrawer assistant={assistant} opened={opened} onClose={() => setOpened(null)} />
      <SourceFilesDrawer
        assistant={assistant}
        uploads={uploads}
        opened={isAddingFiles}
        onClose={() => {
          setAddingFiles(false);
          uploads.clear();
        }}
      />
      <SourceRemoval assistant={assistant} source={removed} onClose={() => setRemoved(null)} />
    </div>
  );
}
