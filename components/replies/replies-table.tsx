"use client";

import { ActionIcon, Badge, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cannedRepliesQuery, deleteCannedReply, type CannedReply } from "../composer/canned-queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { failed } from "../ui/toasts.tsx";
import { RemoveButton } from "../ui/row-buttons.tsx";
import classes from "./replies.module.css";

type Props = {
  label: string;
  replies: CannedReply[];
  /** null: the viewer may only use them. */
  onEdit: ((reply: CannedReply) => void) | null;
};

export function RepliesTable({ label, replies, onEdit }: Props) {
  const t = useTranslations("composer.replies");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => deleteCannedReply({ workspaceId, id }),
    onError: (error) => failed(t("notRemoved"), error),
    onSettled: () => client.invalidateQueries({ queryKey: cannedRepliesQuery(workspaceId).queryKey }),
  });
  const askRemove = ({ id, title }: CannedReply) =>
    askFirst({
      title: t("askRemove", { title }),
      message: t("removeHint"),
      confirm: t("delete"),
      onConfirm: () => remove.mutate(id),
    });
  if (replies.length === 0)
    return (
      <Text size="sm" c="dimmed" p="lg">
        {t("none")}
      </Text>
    );
  return (
    <ul className={classes.list} aria-label={label}>
      {replies.map((reply) => (
        <li key={reply.id} className={classes.row}>
          <code className={classes.shortcut}>/{reply.shortcut}</code>
          <div className={classes.words}>
            <Group gap="xs">
              <Text size="sm" fw={500}>
                {reply.title}
              </Text>
              {reply.actions.length > 0 ? <Badge variant="light">{t("macro")}</Badge> : null}
            </Group>
            <Text size="sm" c="dimmed" lineClamp={1} dir="auto">
              {reply.content}
            </Text>
          </div>
          {onEdit ? (
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t("edit", { title: reply.title })}
                onClick={() => onEdit(reply)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <RemoveButton aria-label={t("remove", { title: reply.title })} onClick={() => askRemove(reply)} />
            </Group>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
