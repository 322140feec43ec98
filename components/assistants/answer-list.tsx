"use client";

import { Accordion, Button, SegmentedControl } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconListSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { AnswerItem } from "./answer-item.tsx";
import { answersQuery } from "./answer-queries.ts";
import type { Answer, AnswerFilter } from "./answer-queries.ts";
import { AnswerQuestionDrawer } from "./answer-question-drawer.tsx";
import type { Assistant } from "./queries.ts";
import { SourceDrawer } from "./source-drawer.tsx";

const FILTERS: { value: AnswerFilter; label: string }[] = [
  { value: "unanswered", label: "Could not answer" },
  { value: "handedOver", label: "Handed over" },
  { value: "all", label: "All" },
];

const EMPTY: Record<AnswerFilter, { title: string; message: string }> = {
  unanswered: {
    title: "Nothing it could not answer",
    message: "What customers ask and it knows nothing about shows here, to be taught to it.",
  },
  handedOver: {
    title: "Nothing handed over",
    message: "Conversations that it gave to a person show here, with the reason.",
  },
  all: { title: "No answers yet", message: "What it does for customers shows here, a line for each turn." },
};

/** Each answer, newest first; what it could not answer is the list to work on. */
export function AnswerList({ assistant }: { assistant: Assistant }) {
  const [filter, setFilter] = useState<AnswerFilter>("unanswered");
  const [golden, setGolden] = useState<Answer | null>(null);
  const [taught, setTaught] = useState<Answer | null>(null);
  // Only the built-in one answers from pages that are written here.
  const isTaughtHere = assistant.type === "builtIn";
  const answers = useInfiniteQuery(answersQuery(useWorkspaceId(), assistant.id, filter));
  return (
    <Panel
      title="Answers"
      actions={
        <SegmentedControl aria-label="Which answers" data={FILTERS} value={filter} size="xs" onChange={setFilter} />
      }
    >
      <Loaded query={answers} failure="The answers could not be loaded">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0)
            return <EmptyFace icon={<IconListSearch size={24} aria-hidden />} {...EMPTY[filter]} />;
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
      {answers.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={answers.isFetchingNextPage}
          onClick={() => void answers.fetchNextPage()}
        >
          Show older
        </Button>
      ) : null}
      <SourceDrawer
        assistant={assistant}
        opened={taught ? { kind: "text", source: null, title: taught.question } : null}
        onClose={() => setTaught(null)}
      />
      <AnswerQuestionDrawer aiId={assistant.id} answer={golden} onClose={() => setGolden(null)} />
    </Panel>
  );
}
