"use client";

import { Accordion, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconFilePlus, IconMessages, IconStar } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { When } from "../ui/when.tsx";
import type { Answer } from "./answer-queries.ts";
import { OUTCOME_COLORS } from "./answer-words.ts";
import { durationWords, tokenWords } from "./effort-words.ts";
import classes from "../evals/evals.module.css";
import { PassageList, mostTelling } from "./passage-list.tsx";
import { readTrace } from "./read-trace.ts";

type Props = {
  answer: Answer;
  onGolden: () => void;
  /** Opens the form that teaches the answer. undefined: this assistant is taught elsewhere. */
  onTeach: (() => void) | undefined;
};

/** One turn: the question, its outcome with the reason, and the follow-up actions. */
export function AnswerItem({ answer, onGolden, onTeach }: Props) {
  const t = useTranslations("assistants");
  return (
    <Accordion.Item value={answer.id}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <div style={{ minWidth: 0 }}>
            <Text className={classes.question} lineClamp={2} dir="auto">
              {answer.question || t("answers.takenBack")}
            </Text>
            <Text size="xs" c="dimmed">
              <When at={answer.createdAt} precise />
            </Text>
          </div>
          <Badge variant="light" color={OUTCOME_COLORS[answer.outcome]} flex="none">
            {t(`outcomes.${answer.outcome}`)}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <AnswerBody answer={answer} onGolden={onGolden} onTeach={onTeach} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function AnswerBody({ answer, onGolden, onTeach }: Props) {
  const t = useTranslations("assistants");
  const format = useFormatter();
  const workspaceId = useWorkspaceId();
  const trace = readTrace(answer.trace);
  const effort = [
    t("answers.version", { number: answer.versionNumber }),
    durationWords(answer.durationMs, format),
    tokenWords(answer, t),
    answer.attempts > 1 ? t("answers.tries", { count: answer.attempts }) : null,
  ];
  return (
    <Stack gap="md">
      {answer.answer ? (
        <p className={classes.said} dir="auto">
          {answer.answer}
        </p>
      ) : null}
      {answer.reason ? <Text size="sm">{t("answers.because", { reason: answer.reason })}</Text> : null}
      {trace && trace.passages.length > 0 ? (
        <section aria-label={t("answers.passages")}>
          <p className={classes.label}>{t("answers.found")}</p>
          <PassageList passages={mostTelling(trace.passages)} />
        </section>
      ) : null}
      <Text size="xs" c="dimmed">
        {effort.filter((words) => words !== null).join(" · ")}
      </Text>
      <Group gap="xs">
        <Button
          component={Link}
          href={paths.inbox(workspaceId, answer.convId)}
          variant="default"
          size="xs"
          leftSection={<IconMessages size={14} aria-hidden />}
        >
          {t("answers.open")}
        </Button>
        {answer.question ? (
          <Button variant="default" size="xs" leftSection={<IconStar size={14} aria-hidden />} onClick={onGolden}>
            {t("answers.golden")}
          </Button>
        ) : null}
        {onTeach && answer.question ? (
          <Button variant="default" size="xs" leftSection={<IconFilePlus size={14} aria-hidden />} onClick={onTeach}>
            {t("answers.teach")}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
