"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import classes from "./assistants.module.css";
import { PublishDialog } from "./publish-dialog.tsx";
import { assistantsKey } from "./queries.ts";
import type { Assistant } from "./queries.ts";
import { discardDraft } from "./version-queries.ts";

/** What is prepared and not live yet, and everything that can become of it. Nothing where there is no draft. */
export function DraftBanner({ assistant }: { assistant: Assistant }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [isPublishing, setPublishing] = useState(false);
  const { id, draft, gateScore } = assistant;
  const discard = useMutation({
    mutationFn: () => discardDraft({ workspaceId, aiId: id }),
    onSuccess: () => {
      done("The draft is given up");
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
    onError: (error) => failed("The draft was not given up", error),
  });
  if (!draft) return null;
  const askDiscard = () =>
    askFirst({
      title: `Discard draft ${draft.number}?`,
      message: "What is live stays as it is. The draft stays among the versions, and can be restored from there.",
      confirm: "Discard",
      onConfirm: () => discard.mutate(),
    });
  return (
    <section className={classes.banner} aria-label="Draft">
      <div>
        <h2 className={classes.bannerTitle}>Draft {draft.number} is not live yet</h2>
        <p className={classes.bannerWords}>
          Saved <When at={draft.patchedAt ?? draft.createdAt} precise />. {scoreWords(draft.score, gateScore)}
          {draft.note ? ` “${draft.note}”` : ""}
        </p>
      </div>
      <div className={classes.deeds}>
        <Button onClick={() => setPublishing(true)}>Publish</Button>
        <Button component={Link} href={paths.tryAssistant(workspaceId, id, draft.id)} variant="default">
          Try in the playground
        </Button>
        <Button component={Link} href={paths.assistant(workspaceId, id, "evals")} variant="default">
          Run its evals
        </Button>
        <Button variant="default" loading={discard.isPending} onClick={askDiscard}>
          Discard
        </Button>
      </div>
      <PublishDialog assistant={assistant} opened={isPublishing} onClose={() => setPublishing(false)} />
    </section>
  );
}

function scoreWords(score: number | null, gateScore: number | null): string {
  const gate = gateScore === null ? "" : ` Its gate is ${gateScore} %.`;
  if (score === null) return `Its evals were not run as it is now.${gate}`;
  return `It passed ${score} % of its golden questions.${gate}`;
}
