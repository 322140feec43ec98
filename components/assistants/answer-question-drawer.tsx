"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import type { Answer } from "./answer-queries.ts";
import { readHistory } from "../evals/eval-history.ts";
import { questionFromConvQuery } from "../evals/eval-queries.ts";
import { QuestionDrawer } from "../evals/eval-question-drawer.tsx";

type Asked = Pick<Answer, "id" | "convId" | "clientMessageId">;
type Props = { aiId: string; answer: Asked | null; onClose: () => void };

/** Makes a golden question from a contact's real question, with the messages before it and the agent's final answer. */
export function AnswerQuestionDrawer({ aiId, answer, onClose }: Props) {
  return answer ? <FromConv key={answer.id} aiId={aiId} answer={answer} onClose={onClose} /> : null;
}

function FromConv({ aiId, answer: { convId, clientMessageId }, onClose }: Props & { answer: Asked }) {
  const t = useTranslations("assistants.answers");
  const { data, error } = useQuery(questionFromConvQuery(useWorkspaceId(), aiId, convId, clientMessageId));
  const isThere = data !== undefined;
  const giveUp = useEffectEvent((reason: Error) => {
    failed(t("notGolden"), reason);
    onClose();
  });
  useEffect(() => {
    // Once the draft is loaded, a failed refetch must not close the form.
    if (error && !isThere) giveUp(error);
  }, [error, isThere]);
  const start = data ? { ...data, history: readHistory(data.history), expects: {}, convId } : null;
  return <QuestionDrawer aiId={aiId} start={start} onClose={onClose} />;
}
