"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconListDetails, IconPencil, IconRefresh, IconTestPipe, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { workspaceKey } from "../shell/workspace-key.ts";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { deleteWebhook, rotateWebhookSecret, sendTestEvent, webhooksQuery } from "./queries.ts";
import type { Webhook } from "./queries.ts";

type Props = {
  webhook: Webhook;
  onEdit: (webhook: Webhook) => void;
  onLog: (webhook: Webhook) => void;
  onSecret: (secret: string) => void;
};

/** What can be done with one webhook. */
export function WebhookMenu({ webhook, onEdit, onLog, onSecret }: Props) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { id, label } = webhook;
  const test = useMutation({
    mutationFn: () => sendTestEvent({ workspaceId, webhookId: id }),
    onSuccess: () => {
      done(`A test event is on its way to “${label}”`);
      // What came of it stands there.
      onLog(webhook);
      return queryClient.invalidateQueries({ queryKey: [...workspaceKey(workspaceId), "deliveries", id] });
    },
    onError: (error) => failed("The test event was not sent", error),
  });
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret({ workspaceId, id }),
    onSuccess: ({ secret }) => (secret ? onSecret(secret) : undefined),
    onError: (error) => failed("The secret was not rotated", error),
  });
  const remove = useMutation({
    mutationFn: () => deleteWebhook({ workspaceId, id }),
    onSuccess: () => {
      queryClient.setQueryData(webhooksQuery(workspaceId).queryKey, (rows) => rows?.filter((row) => row.id !== id));
      done(`“${label}” is deleted`);
    },
    onError: (error) => failed(`“${label}” was not deleted`, error),
  });
  const askRotate = () =>
    askFirst({
      title: "Rotate the signing secret?",
      message:
        "You get a new secret now. For 24 hours requests carry both signatures, so that your receiver can be changed in peace.",
      confirm: "Rotate secret",
      onConfirm: () => rotate.mutate(),
    });
  const askRemove = () =>
    askFirst({
      title: `Delete “${label}”?`,
      message: `${webhook.url} will not be called any more, and what is waiting for it is dropped.`,
      confirm: "Delete webhook",
      onConfirm: () => remove.mutate(),
    });
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${label}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconListDetails size={16} aria-hidden />} onClick={() => onLog(webhook)}>
          Delivery log
        </Menu.Item>
        <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={() => test.mutate()}>
          Send test event
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(webhook)}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={askRotate}>
          Rotate secret
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={askRemove}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
