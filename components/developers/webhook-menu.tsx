"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconListDetails, IconPencil, IconRefresh, IconTestPipe, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { workspaceKey } from "../shell/workspace-key.ts";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { deleteWebhook, rotateWebhookSecret, sendTestEvent, webhooksQuery, type Webhook } from "./queries.ts";

type Props = {
  webhook: Webhook;
  onEdit: (webhook: Webhook) => void;
  onSecret: (secret: string) => void;
};

/** The actions for one webhook. */
export function WebhookMenu({ webhook, onEdit, onSecret }: Props) {
  const t = useTranslations("developers.webhooks");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { id, label } = webhook;
  const test = useMutation({
    mutationFn: () => sendTestEvent({ workspaceId, webhookId: id }),
    onSuccess: () => {
      done(t("testSent", { label }));
      // The log shows the result.
      router.push(paths.deliveries(workspaceId, id));
      return queryClient.invalidateQueries({ queryKey: [...workspaceKey(workspaceId), "deliveries", id] });
    },
    onError: (error) => failed(t("testNotSent"), error),
  });
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret({ workspaceId, id }),
    onSuccess: ({ secret }) => (secret ? onSecret(secret) : undefined),
    onError: (error) => failed(t("notRotated"), error),
  });
  const remove = useMutation({
    mutationFn: () => deleteWebhook({ workspaceId, id }),
    onSuccess: () => {
      queryClient.setQueryData(webhooksQuery(workspaceId).queryKey, (rows) => rows?.filter((row) => row.id !== id));
      done(t("deleted", { label }));
    },
    onError: (error) => failed(t("notDeleted", { label }), error),
  });
  const askRotate = () =>
    askFirst({
      title: t("rotateAsk"),
      message: t("rotateWords"),
      confirm: t("rotate"),
      onConfirm: () => rotate.mutate(),
    });
  const askRemove = () =>
    askFirst({
      title: t("deleteAsk", { label }),
      message: t("deleteWords", { url: webhook.url }),
      confirm: t("deleteConfirm"),
      onConfirm: () => remove.mutate(),
    });
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("actionsFor", { label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          href={paths.deliveries(workspaceId, id)}
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          {t("log")}
        </Menu.Item>
        <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={() => test.mutate()}>
          {t("test")}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(webhook)}>
          {t("edit")}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={askRotate}>
          {t("rotate")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={askRemove}>
          {t("delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
