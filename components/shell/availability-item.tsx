"use client";

import { Menu, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { failed } from "../ui/toasts.tsx";
import { setAvailability, viewerQuery } from "./queries.ts";
import { useWorkspaceId } from "./workspace.tsx";

/** Whether AUTO may give this person new conversations; shown as changed at once. */
export function AvailabilityItem({ isAvailable }: { isAvailable: boolean }) {
  const t = useTranslations("shell.availability");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { queryKey } = viewerQuery(workspaceId);
  const change = useMutation({
    mutationFn: (next: boolean) => setAvailability(workspaceId, next),
    onSuccess: (next) => queryClient.setQueryData(queryKey, (viewer) => viewer && { ...viewer, isAvailable: next }),
    onError: (error) => failed(t("notChanged"), error),
  });
  const shown = change.isPending ? change.variables : isAvailable;
  return (
    <Menu.CheckboxItem checked={shown} onChange={(next) => change.mutate(next)}>
      <Text size="sm">{t("label")}</Text>
      <Text size="xs" c="dimmed">
        {t(shown ? "on" : "off")}
      </Text>
    </Menu.CheckboxItem>
  );
}
