"use client";

import { ActionIcon, Anchor, Group, Table, Text, UnstyledButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconMessages, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { failed } from "../ui/toasts.tsx";
import { expectsWords, readExpects } from "./eval-expects.ts";
import { readHistory } from "./eval-history.ts";
import { deleteQuestion, evalsKey, type EvalQuestion } from "./eval-queries.ts";
import classes from "./evals.module.css";

type Props = { aiId: string; questions: EvalQuestion[]; onEdit: (question: EvalQuestion) => void };

export function EvalQuestionTable({ aiId, questions, onEdit }: Props) {
  const t = useTranslations("evals.questions");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: EvalQuestion) => deleteQuestion({ workspaceId, id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: evalsKey(workspaceId, aiId) }),
    onError: (error) => failed(t("notDeleted"), error),
  });
  const askRemove = (question: EvalQuestion) =>
    askFirst({
      title: t("ask"),
      message: t("askMessage", { question: question.question }),
      confirm: t("confirm"),
      onConfirm: () => remove.mutate(question),
    });
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover layout="fixed" aria-label={t("title")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("question")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("goodAnswer")}</Table.Th>
          <Table.Th aria-label={t("actions")} w={64} px="xs" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {questions.map((question) => (
          <Row key={question.id} question={question} onEdit={onEdit} onRemove={askRemove} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps = Pick<Props, "onEdit"> & { question: EvalQuestion; onRemove: (question: EvalQuestion) => void };

function Row({ question: row, onEdit, onRemove }: RowProps) {
  const t = useTranslations("evals.questions");
  const { question, convId } = row;
  const before = readHistory(row.history).length;
  return (
    <Table.Tr>
      <Table.Td style={{ verticalAlign: "top" }}>
        <UnstyledButton className={classes.question} dir="auto" onClick={() => onEdit(row)}>
          {question}
        </UnstyledButton>
        <Group gap="xs">
          {before > 0 ? (
            <Text size="xs" c="dimmed">
              {t("after", { count: before })}
            </Text>
          ) : null}
          {convId ? <FromConv convId={convId} /> : null}
        </Group>
        <Expected row={row} hiddenFrom="sm" />
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ verticalAlign: "top" }}>
        <Expected row={row} />
      </Table.Td>
      <Table.Td ta="right" px="xs" style={{ verticalAlign: "top" }}>
        <ActionIcon variant="subtle" color="gray" aria-label={t("delete", { question })} onClick={() => onRemove(row)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

function Expected({ row, hiddenFrom }: { row: EvalQuestion; hiddenFrom?: "sm" }) {
  const t = useTranslations("assistants");
  return (
    <Text
      component="ul"
      className={classes.expected}
      mt={hiddenFrom ? "xs" : 0}
      {...(hiddenFrom ? { hiddenFrom } : {})}
    >
      {expectsWords(readExpects(row.expects), t).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </Text>
  );
}

function FromConv({ convId }: { convId: string }) {
  const t = useTranslations("evals.questions");
  return (
    <Anchor component={Link} href={paths.inbox(useWorkspaceId(), convId)} size="xs" underline="hover">
      <IconMessages size={12} aria-hidden style={{ verticalAlign: "-2px" }} /> {t("fromConv")}
    </Anchor>
  );
}
