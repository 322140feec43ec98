"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { workspaceKey } from "../shell/workspace-key.ts";
import { done, failed } from "../ui/toasts.tsx";
import { replayFailedDeliveries } from "./queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends all failed deliveries of a period again, after the receiver has recovered. */
export function ReplayFailedForm({ webhookId }: { webhookId: string }) {
  const t = useTranslations("developers.deliveries");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - DAY_MS)));
  const replay = useMutation({
    mutationFn: () => replayFailedDeliveries({ workspaceId, webhookId, since: new Date(since).toISOString() }),
    onSuccess: (count) => {
      done(t("replayed", { count }));
      return queryClient.invalidateQueries({ queryKey: [...workspaceKey(workspaceId), "deliveries"] });
    },
    onError: (error) => failed(t("notReplayed"), error),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        replay.mutate();
      }}
    >
      <Group align="end" gap="sm">
        <TextInput
          type="datetime-local"
          label={t("replaySince")}
          required
          size="xs"
          flex={1}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          size="xs"
          leftSection={<IconRepeat size={14} aria-hidden />}
          loading={replay.isPending}
        >
          {t("replay")}
        </Button>
      </Group>
    </form>
  );
}

/** A time in `datetime-local` format: the reader's time zone, to the minute. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
