"use client";

import { Blockquote, Drawer, Stack, Text, Textarea, Title } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { done } from "../ui/toasts.tsx";
import { ExpectsFields } from "./eval-expects-fields.tsx";
import { expectsForm, expectsOf, type Expects } from "./eval-expects.ts";
import { HistoryFields } from "./eval-history-fields.tsx";
import { historyOf, historyRows, type History } from "./eval-history.ts";
import { addQuestion, evalsKey, patchQuestion } from "./eval-queries.ts";
import { readProperties } from "../assistants/properties.ts";
import { assistantQuery } from "../assistants/queries.ts";
import { sourcesQuery } from "../assistants/source-queries.ts";
import { basisOf } from "../assistants/sources.ts";

/** The initial values of a golden question. With an ID, the question is edited. Without, it is new. */
export type QuestionStart = {
  id?: string;
  question: string;
  history: History;
  expects: Expects;
  /** The conversation that the question comes from. */
  convId?: string | null;
  /** The answer that an agent gave. */
  suggestion?: string | null;
};

type Props = { aiId: string; start: QuestionStart | null; onClose: () => void };

/** Edits a golden question: the contact's message and the expectations of a good answer. Each version is tested with it. */
export function QuestionDrawer({ aiId, start, onClose }: Props) {
  const t = useTranslations("evals.form");
  return (
    <Drawer
      opened={start !== null}
      onClose={onClose}
      position="right"
      size="lg"
      // A click outside the drawer must not discard typed text.
      closeOnClickOutside={false}
      title={start?.id ? t("title") : t("titleNew")}
    >
      {start ? <QuestionForm aiId={aiId} start={start} onClose={onClose} /> : null}
    </Drawer>
  );
}

const EXPECTED = ["contains", "cites", "refuses", "containsNot", "handsOver", "ends", "tags", "fields", "judge"];
const FIELDS = ["question", "history", ...EXPECTED.map((name) => `expects.${name}`), "expects"];

function QuestionForm({ aiId, start, onClose }: Props & { start: QuestionStart }) {
  const t = useTranslations("evals.form");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const assistant = useQuery(assistantQuery(workspaceId, aiId)).data;
  const sources = useQuery(sourcesQuery(workspaceId, aiId)).data ?? [];
  const form = useForm({
    initialValues: {
      question: start.question,
      history: historyRows(start.history),
      expects: expectsForm(start.expects),
    },
    validate: {
      question: isNotEmpty(t("noQuestion")),
      expects: (expects) => (Object.keys(expectsOf(expects)).length > 0 ? null : t("noExpects")),
    },
  });
  const save = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const said = {
        workspaceId,
        question: values.question.trim(),
        history: historyOf(values.history),
        expects: expectsOf(values.expects),
      };
      if (start.id) await patchQuestion({ ...said, id: start.id });
      else await addQuestion({ ...said, aiId, convId: start.convId ?? null });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: evalsKey(workspaceId, aiId) });
      done(start.id ? t("saved") : t("added"));
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
  });
  const titles = [...new Set(sources.map(({ title }) => title))];
  const tags = assistant ? readProperties(basisOf(assistant)).tagNames : [];
  return (
    <SaveForm
      problem={form.errors.form ?? form.errors.history ?? form.errors.expects}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submit={start.id ? t("save") : t("keep")}
      isBusy={save.isPending}
      onCancel={onClose}
    >
      <Textarea
        label={t("question")}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        data-autofocus
        {...form.getInputProps("question")}
      />
      <HistoryFields rows={form.values.history} onChange={(rows) => form.setFieldValue("history", rows)} />
      {start.suggestion ? (
        <div>
          <Text size="sm" fw={500}>
            {t("suggestion")}
          </Text>
          <Blockquote p="sm" mt="xs" fz="sm" dir="auto" style={{ whiteSpace: "pre-wrap" }}>
            {start.suggestion}
          </Blockquote>
        </div>
      ) : null}
      <Stack gap="sm">
        <div>
          <Title order={3}>{t("goodAnswer")}</Title>
          <Text size="sm" c="dimmed">
            {t("goodAnswerHint")}
          </Text>
        </div>
        <ExpectsFields form={form} titles={titles} tags={tags} />
      </Stack>
    </SaveForm>
  );
}
