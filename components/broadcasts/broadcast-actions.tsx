"use client";

import { Button } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconPlayerStop, IconRepeat, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { failed } from "../ui/toasts.tsx";
import { reachedCounts } from "./outcome-words.ts";
import { broadcastQuery, broadcastsKey, cancelBroadcast, type Broadcast } from "./queries.ts";
import { RetryDialog } from "./retry-dialog.tsx";
import { useLaunch } from "./use-launch.ts";

/** The actions available in the broadcast's state. */
export function BroadcastActions({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [isRetrying, setRetrying] = useState(false);
  const { id, name, state, counts, retryId, error } = broadcast;
  const onSuccess = (changed: Broadcast) => {
    queryClient.setQueryData(broadcastQuery(workspaceId, id).queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: broadcastsKey(workspaceId) });
  };
  const cancel = useMutation({
    mutationFn: () => cancelBroadcast(workspaceId, id),
    onSuccess,
    onError: (reason) => failed(t("notCancelled"), reason),
  });
  const launch = useLaunch();

  if (state === "scheduled") {
    return (
      <>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("backToDraft")}
        </Button>
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() =>
            modals.openConfirmModal({
              title: t("confirm.nowTitle", { name }),
              children: t("confirm.launchWords"),
              labels: { confirm: t("launchNow"), cancel: t("back") },
              onConfirm: () => launch.mutate(id),
            })
          }
        >
          {t("launchNow")}
        </Button>
      </>
    );
  }
  if (state === "inProgress") {
    const isBeingCancelled = error !== null;
    return (
      <Button
        color="red"
        variant="light"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        disabled={isBeingCancelled}
        loading={cancel.isPending}
        onClick={() =>
          askFirst({
            title: t("cancelTitle", { name }),
            message: t("cancelWords", {
              sent: reachedCounts(counts).sent,
              left: counts.waiting + counts.pending,
            }),
            confirm: t("cancel"),
            onConfirm: () => cancel.mutate(),
          })
        }
      >
        {t(isBeingCancelled ? "cancelling" : "cancel")}
      </Button>
    );
  }
  if (state === "draft") return null;
  if (retryId) {
    return (
      <Button variant="default" onClick={() => router.push(paths.broadcast(workspaceId, retryId))}>
        {t("openRetry")}
      </Button>
    );
  }
  if (counts.failed === 0) return null;
  return (
    <>
      <Button leftSection={<IconRepeat size={16} aria-hidden />} onClick={() => setRetrying(true)}>
        {t("retry", { count: counts.failed })}
      </Button>
      <RetryDialog broadcast={broadcast} isOpen={isRetrying} onClose={() => setRetrying(false)} />
    </>
  );
}
