"use client";

import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconFile, IconMusic, IconPhoto, IconVideo, IconX } from "@tabler/icons-react";
import { fileSize } from "./file-words.ts";
import type { Attachment, Attachments } from "./use-attachments.ts";
import classes from "./attachments.module.css";

const ICON = { image: IconPhoto, audio: IconMusic, video: IconVideo, document: IconFile } as const;

/** The files that go with the next message, how far they are, and what stands against them. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  if (attachments.list.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Files to send">
      {attachments.list.map((item) => (
        <Item key={item.id} item={item} attachments={attachments} />
      ))}
    </ul>
  );
}

function Item({ item, attachments }: { item: Attachment; attachments: Attachments }) {
  const { file, state, kind } = item;
  const Icon = ICON[kind];
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
        ) : (
          <span className={classes.size}>{fileSize(file.size)}</span>
        )}
        {state.kind === "uploading" ? (
          <Progress value={state.share * 100} size="xs" aria-label={`Uploading ${file.name}`} />
        ) : null}
      </span>
      {state.kind === "failed" ? (
        <Button size="compact-xs" variant="subtle" onClick={() => attachments.retry(item)}>
          Try again
        </Button>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Remove ${file.name}`}
        onClick={() => attachments.remove(item.id)}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </li>
  );
}
