"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import classes from "./assistants.module.css";
import { PublishDialog } from "./publish-dialog.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { discardDraft } from "./version-queries.ts";

/** The unpublished draft and all actions on it. Draws nothing without a draft. */
export function DraftBanner({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants.draft");
  const words = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [isPublishing, setPublishing] = useState(false);
  const { id, draft, gateScore } = assistant;
  const discard = useMutation({
    mutationFn: () => discardDraft({ workspaceId, aiId: id }),
    onSuccess: () => {
      done(t("discarded"));
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
    onError: (error) => failed(t("notDiscarded"), error),
  });
  if (!draft) return null;
  const askDiscard = () =>
    askFirst({
      title: t("ask", { number: draft.number }),
      message: t("message"),
      confirm: t("discard"),
      onConfirm: () => discard.mutate(),
    });
  return (
    <section className={classes.banner} aria-label={t("label")}>
      <div>
        <h2 className={classes.bannerTitle}>{t("title", { number: draft.number })}</h2>
        <p className={classes.bannerWords}>
          {t.rich("saved", { when: () => <When at={draft.patchedAt ?? draft.createdAt} precise /> })}{" "}
          {draft.score === null ? t("noScore") : t("score", { score: draft.score })}
          {gateScore === null ? "" : ` ${t("gate", { score: gateScore })}`}
          {draft.note ? ` ${words("quoted", { text: draft.note })}` : ""}
        </p>
      </div>
      <div className={classes.actions}>
        <Button onClick={() => setPublishing(true)}>{t("publish")}</Button>
        <Button component={Link} href={paths.tryAssistant(workspaceId, id, draft.id)} variant="default">
          {t("try")}
        </Button>
        <Button component={Link} href={paths.assistant(workspaceId, id, "evals")} variant="default">
          {t("evals")}
        </Button>
        <Button variant="default" loading={discard.isPending} onClick={askDiscard}>
          {t("discard")}
        </Button>
      </div>
      <PublishDialog assistant={assistant} opened={isPublishing} onClose={() => setPublishing(false)} />
    </section>
  );
}
