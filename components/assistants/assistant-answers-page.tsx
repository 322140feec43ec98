"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { AnswerList } from "./answer-list.tsx";
import { AssistantFrame } from "./assistant-frame.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { FIGURE_DAYS, figuresQuery, type Assistant } from "./queries.ts";

/** An assistant's figures and all of its answers. */
export function AssistantAnswersPage({ aiId }: { aiId: string }) {
  return <AssistantFrame aiId={aiId}>{(assistant) => <Answers assistant={assistant} />}</AssistantFrame>;
}

function Answers({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants.figures");
  const figures = useQuery(figuresQuery(useWorkspaceId(), assistant.id));
  return (
    <>
      <Panel title={t("title", { days: FIGURE_DAYS })} description={t("about")}>
        <Loaded query={figures} failure={t("failed")}>
          {(counted) => <FiguresPanel figures={counted} />}
        </Loaded>
      </Panel>
      <AnswerList assistant={assistant} />
    </>
  );
}
