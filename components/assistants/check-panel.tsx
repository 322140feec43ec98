"use client";

import { Alert, Button } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconStethoscope } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Assistant } from "./queries.ts";
import { checkAssistant } from "./version-queries.ts";

/** Whether its key, address and model work: it is asked something, once. */
export function CheckPanel({ assistant: { id, draft } }: { assistant: Assistant }) {
  const workspaceId = useWorkspaceId();
  const check = useMutation({
    mutationFn: () => checkAssistant({ workspaceId, id, ...(draft ? { versionId: draft.id } : {}) }),
  });
  const result = check.data ?? (check.error ? { isGood: false, message: check.error.message } : null);
  return (
    <Panel
      title="Does it answer?"
      description={`Says “Hello” to it${draft ? ", as the draft is saved," : ", as it is saved,"} and tells what comes back. Costs what one short answer costs.`}
    >
      <Button
        variant="default"
        leftSection={<IconStethoscope size={16} aria-hidden />}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        Try it out
      </Button>
      <div role="status" aria-label="Result of the trial">
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
