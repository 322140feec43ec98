"use client";

import { Accordion, SegmentedControl } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { AnswerItem } from "./answer-item.tsx";
import { answersQuery, type Answer, type AnswerFilter } from "./answer-queries.ts";
import { AnswerQuestionDrawer } from "./answer-question-drawer.tsx";
import type { Assistant } from "./queries.ts";
import { SourceDrawer } from "./source-drawer.tsx";

const FILTERS: readonly AnswerFilter[] = ["unanswered", "handedOver", "all"];

/** All answers, newest first. The filter for unanswered questions shows what to teach next. */
export function AnswerList({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants.answers");
  const words = useTranslations("assistants");
  const [filter, setFilter] = useState<AnswerFilter>("unanswered");
  const [golden, setGolden] = useState<Answer | null>(null);
  const [taught, setTaught] = useState<Answer | null>(null);
  // Only the built-in assistant answers from pages that are written in this product.
  const isTaughtHere = assistant.type === "builtIn";
  const answers = useInfiniteQuery(answersQuery(useWorkspaceId(), assistant.id, filter));
  return (
    <Panel
      title={t("title")}
      actions={
        <SegmentedControl
          aria-label={t("which")}
          data={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={filter}
          size="xs"
          onChange={setFilter}
        />
      }
    >
      <Loaded query={answers} failure={t("failed")} shape="table">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0)
            return (
              <EmptyFace picture="list" title={t(`empty.${filter}.title`)} message={t(`empty.${filter}.message`)} />
            );
          return (
            <Accordion variant="separated" chevronPosition="left" keepMounted={false}>
              {rows.map((answer) => (
                <AnswerItem
                  key={answer.id}
                  answer={answer}
                  onGolden={() => setGolden(answer)}
                  onTeach={isTaughtHere ? () => setTaught(answer) : undefined}
                />
              ))}
            </Accordion>
          );
        }}
      </Loaded>
      <MoreButton query={answers} mt="md">
        {words("older")}
      </MoreButton>
      <SourceDrawer
        assistant={assistant}
        opened={taught ? { kind: "text", source: null, title: taught.question } : null}
        onClose={() => setTaught(null)}
      />
      <AnswerQuestionDrawer aiId={assistant.id} answer={golden} onClose={() => setGolden(null)} />
    </Panel>
  );
}
