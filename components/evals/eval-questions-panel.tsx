"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { readExpects } from "./eval-expects.ts";
import { readHistory } from "./eval-history.ts";
import { questionsQuery, type EvalQuestion } from "./eval-queries.ts";
import { QuestionDrawer, type QuestionStart } from "./eval-question-drawer.tsx";
import { EvalQuestionTable } from "./eval-question-table.tsx";

const BLANK: QuestionStart = { question: "", history: [], expects: {} };
const TYPING_MS = 250;

export function EvalQuestionsPanel({ aiId, isEmpty }: { aiId: string; isEmpty: boolean }) {
  const t = useTranslations("evals.questions");
  const words = useTranslations("evals");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [start, setStart] = useState<QuestionStart | null>(null);
  const questions = useInfiniteQuery(questionsQuery(useWorkspaceId(), aiId, search));
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setStart(BLANK)}>
      {t("add")}
    </Button>
  );
  return (
    <Panel
      flush
      title={t("title")}
      description={t("about")}
      actions={
        isEmpty ? null : (
          <Group gap="xs">
            <TextInput
              aria-label={t("search")}
              placeholder={t("searchHint")}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              w={160}
            />
            {add}
          </Group>
        )
      }
    >
      <Loaded query={questions} failure={t("failed")} shape="table">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length > 0)
            return <EvalQuestionTable aiId={aiId} questions={rows} onEdit={(row) => setStart(startOf(row))} />;
          return search === "" ? (
            <EmptyFace picture="list" title={t("none")} message={t("noneMessage")} action={add} />
          ) : (
            <EmptyFace picture="nothingFound" title={t("noneFound")} message={t("noneFoundMessage", { search })} />
          );
        }}
      </Loaded>
      <MoreButton query={questions} variant="subtle" fullWidth>
        {words("older")}
      </MoreButton>
      <QuestionDrawer aiId={aiId} start={start} onClose={() => setStart(null)} />
    </Panel>
  );
}

function startOf({ id, question, history, expects }: EvalQuestion): QuestionStart {
  return { id, question, history: readHistory(history), expects: readExpects(expects) };
}
