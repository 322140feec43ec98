"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvents } from "../shell/live.tsx";
import { readAgain } from "../shell/read-again.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { AssistantFrame } from "./assistant-frame.tsx";
import { EvalGatePanel } from "../evals/eval-gate-panel.tsx";
import { evalsKey, questionsQuery } from "../evals/eval-queries.ts";
import { EvalQuestionsPanel } from "../evals/eval-questions-panel.tsx";
import { EvalRunPanel } from "../evals/eval-run-panel.tsx";
import { EvalRunsPanel } from "../evals/eval-runs-panel.tsx";
import { assistantKey, type Assistant } from "./queries.ts";

/** Golden questions, the scores of each version, and the gate for new versions. */
export function AssistantEvalsPage({ aiId }: { aiId: string }) {
  return <AssistantFrame aiId={aiId}>{(assistant) => <Evals assistant={assistant} />}</AssistantFrame>;
}

function Evals({ assistant }: { assistant: Assistant }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { id: aiId } = assistant;
  const questions = useInfiniteQuery(questionsQuery(workspaceId, aiId, ""));
  useLiveEvents((changes) => {
    if (!changes.some(({ name }) => name === "EVAL_CHANGED")) return;
    void readAgain(queryClient, { queryKey: evalsKey(workspaceId, aiId) });
    // The assistant includes the draft's score.
    void queryClient.invalidateQueries({ queryKey: assistantKey(workspaceId, aiId), exact: true });
  });
  const count = questions.data?.pages[0]?.pageInfo.count ?? 0;
  return (
    <>
      {count > 0 ? <EvalRunPanel assistant={assistant} /> : null}
      <EvalQuestionsPanel aiId={aiId} isEmpty={count === 0} />
      {/* With no question left a gate lets nothing through: it must be there to be taken off. */}
      {count > 0 || assistant.gateScore !== null ? <EvalGatePanel assistant={assistant} /> : null}
      <EvalRunsPanel aiId={aiId} />
    </>
  );
}
