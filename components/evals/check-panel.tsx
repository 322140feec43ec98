"use client";

import { Alert, Button } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconStethoscope } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Assistant } from "../assistants/queries.ts";
import { checkAssistant } from "../assistants/version-queries.ts";

/** Tests an assistant's key, endpoint and model with one question. */
export function CheckPanel({ assistant: { id, draft } }: { assistant: Assistant }) {
  const t = useTranslations("assistants.check");
  const workspaceId = useWorkspaceId();
  const check = useMutation({
    mutationFn: () => checkAssistant({ workspaceId, id, ...(draft ? { versionId: draft.id } : {}) }),
  });
  const result = check.data ?? (check.error ? { isGood: false, message: check.error.message } : null);
  return (
    <Panel title={t("title")} description={draft ? t("aboutDraft") : t("about")}>
      <Button
        variant="default"
        leftSection={<IconStethoscope size={16} aria-hidden />}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t("submit")}
      </Button>
      <div role="status" aria-label={t("result")}>
        {result && !check.isPending ? (
          <Alert
            mt="md"
            color={result.isGood ? "green" : "red"}
            icon={result.isGood ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
          >
            {result.message}
          </Alert>
        ) : null}
      </div>
    </Panel>
  );
}
