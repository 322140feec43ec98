"use client";

import { Button, Progress } from "@mantine/core";
import { IconFile, IconMusic, IconPhoto, IconVideo } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RemoveButton } from "../ui/row-buttons.tsx";
import { attachmentKind } from "./attachments.ts";
import { fileSize } from "./file-words.ts";
import type { Upload, Uploads } from "./use-uploads.ts";
import classes from "./attachments.module.css";

const ICON = { image: IconPhoto, audio: IconMusic, video: IconVideo, document: IconFile } as const;

type Actions = Pick<Uploads, "remove" | "retry">;

/** The chosen files, with progress and problems. `label` says what the files are for. */
export function UploadList({ uploads, label }: { uploads: Actions & Pick<Uploads, "list">; label: string }) {
  if (uploads.list.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label} data-unsaved>
      {uploads.list.map((item) => (
        <Item key={item.id} item={item} actions={uploads} />
      ))}
    </ul>
  );
}

function Item({ item, actions }: { item: Upload; actions: Actions }) {
  const t = useTranslations("inbox.files");
  const { file, state } = item;
  const Icon = ICON[attachmentKind(file.type)];
  const isStuck = state.kind === "refused" || state.kind === "failed";
  return (
    <li className={classes.item} data-stuck={isStuck || undefined}>
      <Icon size={18} aria-hidden />
      <span className={classes.words}>
        <bdi className={classes.name}>{file.name}</bdi>
        {isStuck ? (
          <span className={classes.why} role="alert">
            {state.why}
          </span>
        ) : file.size > 0 ? (
          <span className={classes.size}>{fileSize(file.size)}</span>
        ) : null}
        {state.kind === "uploading" ? (
          <Progress value={state.share * 100} size="xs" aria-label={t("uploading", { name: file.name })} />
        ) : null}
      </span>
      {state.kind === "failed" ? (
        <Button size="compact-xs" variant="subtle" onClick={() => actions.retry(item)}>
          {t("again")}
        </Button>
      ) : null}
      <RemoveButton size="sm" aria-label={t("remove", { name: file.name })} onClick={() => actions.remove(item.id)} />
    </li>
  );
}
