"use client";

import { Button, Drawer, Group, MultiSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState, type FormEvent } from "react";
import { TYPES } from "../channels/channel-guides.ts";
import {
  cannedRepliesQuery,
  createCannedReply,
  patchCannedReply,
  type CannedReply,
  type ReplyAction,
} from "../composer/canned-queries.ts";
import { factsOf, resolveVariables } from "../composer/variables.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { RepliesActions } from "./replies-actions.tsx";
import { RepliesFiles } from "./replies-files.tsx";
import { RepliesLanguages } from "./replies-languages.tsx";
import { RepliesVariables } from "./replies-variables.tsx";
import classes from "./replies.module.css";

type Props = { reply: CannedReply | null; isTeam: boolean; onClose: () => void };

/** Edits a canned reply, with a live preview. */
export function RepliesEditor({ reply, isTeam, onClose }: Props) {
  const t = useTranslations("composer.replies");
  const typeName = useTranslations("channels.types");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const viewer = useViewer();
  const field = useRef<HTMLTextAreaElement>(null);
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? "");
  const [title, setTitle] = useState(reply?.title ?? "");
  const [content, setContent] = useState(reply?.content ?? "");
  const [words, setWords] = useState({ language: reply?.language ?? null, variants: reply?.variants ?? [] });
  const [channelTypes, setChannelTypes] = useState<string[]>(reply?.channelTypes ?? []);
  const [actions, setActions] = useState<ReplyAction[]>(reply?.actions ?? []);
  const [files, setFiles] = useState(reply?.attachments ?? []);

  const save = useMutation({
    mutationFn: async () => {
      const fields = {
        workspaceId,
        shortcut,
        title,
        content,
        ...words,
        channelTypes: channelTypes as CannedReply["channelTypes"],
        actions,
        attachments: files.map(({ url, name }) => ({ url, name })),
      };
      await (reply ? patchCannedReply({ ...fields, id: reply.id }) : createCannedReply({ ...fields, isTeam }));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: cannedRepliesQuery(workspaceId).queryKey });
      onClose();
    },
    onError: (error) => failed(t("notSaved"), error),
  });

  function insert(variable: string) {
    const at = field.current?.selectionStart ?? content.length;
    setContent(`${content.slice(0, at)}{{${variable}}}${content.slice(at)}`);
    field.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  const example = factsOf(
    { clientName: "Maria Silva", integrationName: "WhatsApp", orderNo: "4711" },
    viewer?.name ?? "",
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={reply ? t("edit", { title: reply.title }) : t("add")}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            required
            data-autofocus
            label={t("shortcut")}
            description={t("shortcutHint")}
            leftSection="/"
            maxLength={40}
            value={shortcut}
            onChange={(event) => setShortcut(event.currentTarget.value)}
          />
          <TextInput
            required
            label={t("title")}
            maxLength={100}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            ref={field}
            label={t("text")}
            dir="auto"
            autosize
            minRows={4}
            maxRows={14}
            maxLength={4_096}
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
          <RepliesVariables onChoose={insert} />
          <div>
            <Text size="sm" fw={500}>
              {t("preview")}
            </Text>
            <div className={classes.preview} dir="auto" aria-live="off">
              {resolveVariables(content, example) || "…"}
            </div>
          </div>
          <RepliesLanguages {...words} onChange={setWords} />
          <RepliesFiles files={files} onChange={setFiles} />
          <MultiSelect
            label={t("channels")}
            placeholder={channelTypes.length === 0 ? t("allChannels") : ""}
            data={TYPES.map((value) => ({ value, label: typeName(value) }))}
            value={channelTypes}
            onChange={setChannelTypes}
          />
          <RepliesActions actions={actions} onChange={setActions} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}
