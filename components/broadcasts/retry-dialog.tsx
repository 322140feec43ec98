"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { PreflightBox } from "./preflight-box.tsx";
import { broadcastsKey, preflightQuery, retryBroadcast, type Broadcast } from "./queries.ts";

type Props = { broadcast: Broadcast; isOpen: boolean; onClose: () => void };

/** Sends again to the recipients who certainly received nothing. Shows their number first. */
export function RetryDialog({ broadcast, isOpen, onClose }: Props) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const router = useRouter();
  const preflight = useQuery({ ...preflightQuery(workspaceId, { id: broadcast.id }), enabled: isOpen });
  const retry = useMutation({
    mutationFn: () => retryBroadcast(workspaceId, broadcast.id),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: broadcastsKey(workspaceId) });
      onClose();
      router.push(paths.broadcast(workspaceId, made.id));
    },
  });
  const count = preflight.data?.recipientCount ?? 0;
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("retryTitle", { name: broadcast.name })} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("retryWords")}
        </Text>
        <PreflightBox query={preflight} />
        <FormProblem>{retry.error?.message}</FormProblem>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("back")}
          </Button>
          <Button
            disabled={count === 0 || preflight.data?.problem != null}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t("confirm.launch", { count })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
