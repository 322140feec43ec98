"use client";

import { Accordion, Badge, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleX } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { readHistory } from "./eval-history.ts";
import { EvalCheckItem } from "./eval-check-item.tsx";
import { expectsWords, readExpects } from "./eval-expects.ts";
import type { EvalResult } from "./eval-queries.ts";
import { readChecks, readReply, type EvalReply } from "./eval-reply.ts";
import classes from "./evals.module.css";
import { PassageList, mostTelling } from "../assistants/passage-list.tsx";
import { durationWords, tokenWords } from "../assistants/effort-words.ts";

/** One question of a run: the expectations, the reply, and the passages it uses. */
export function EvalResultItem({ result, isOver }: { result: EvalResult; isOver: boolean }) {
  const t = useTranslations("evals.results");
  const { question, passed, previousPassed } = result;
  return (
    <Accordion.Item value={result.questionId}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap">
          <Mark passed={passed} pending={isOver ? t("notAsked") : t("notAskedYet")} />
          <span className={classes.question} dir="auto">
            {question}
          </span>
          {passed !== null && previousPassed !== null && passed !== previousPassed ? (
            <Badge variant="light" color={passed ? "green" : "red"} size="sm" flex="none" ms="auto">
              {passed ? t("fixed") : t("broken")}
            </Badge>
          ) : null}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <ResultBody result={result} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function Mark({ passed, pending }: { passed: boolean | null; pending: string }) {
  const t = useTranslations("evals.results");
  if (passed === null) return <IconCircleDashed size={20} className={classes.open} role="img" aria-label={pending} />;
  return passed ? (
    <IconCircleCheck size={20} className={classes.good} role="img" aria-label={t("isPassed")} />
  ) : (
    <IconCircleX size={20} className={classes.bad} role="img" aria-label={t("isFailed")} />
  );
}

function ResultBody({ result }: { result: EvalResult }) {
  const t = useTranslations("evals.results");
  const said = useTranslations("evals.history");
  const words = useTranslations("assistants");
  const format = useFormatter();
  const checks = readChecks(result.checks);
  const reply = readReply(result.reply);
  const history = readHistory(result.history);
  return (
    <Stack gap="md">
      {history.length > 0 ? (
        <section aria-label={said("title")}>
          <p className={classes.label}>{said("title")}</p>
          <ol className={classes.history}>
            {history.map(({ role, content }, place) => (
              <li key={place} dir="auto">
                {said("said", { who: said(`roles.${role}`), text: content })}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {reply ? <Answer reply={reply} /> : null}
      <section aria-label={t("expected")}>
        <p className={classes.label}>{t("goodAnswer")}</p>
        {checks.length > 0 ? (
          <ul className={classes.checks}>
            {checks.map((check, place) => (
              <EvalCheckItem key={place} check={check} />
            ))}
          </ul>
        ) : (
          <ul className={classes.expected}>
            {expectsWords(readExpects(result.expects), words).map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ul>
        )}
      </section>
      {reply && reply.passages.length > 0 ? (
        <section aria-label={t("passages")}>
          <p className={classes.label}>{t("found")}</p>
          <PassageList passages={mostTelling(reply.passages)} />
        </section>
      ) : null}
      {result.durationMs === null ? null : (
        <Text size="xs" c="dimmed">
          {[durationWords(result.durationMs, format), tokenWords(result, words)]
            .filter((part) => part !== null)
            .join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

function Answer({ reply: { text, handover, askedBack, end, tags } }: { reply: EvalReply }) {
  const t = useTranslations("evals.results");
  const words = useTranslations("assistants");
  const did = [
    ...(askedBack === null ? [] : [t("askedBack")]),
    ...(handover === null ? [] : [t("handedOver", { reason: handover })]),
    ...(end ? [t("ended")] : []),
    ...(tags.length > 0 ? [t("set", { tags: tags.map((tag) => words("quoted", { text: tag })).join(", ") })] : []),
  ];
  return (
    <section aria-label={t("answerLabel")}>
      <p className={classes.label}>{t("answer")}</p>
      {text ? (
        <p className={classes.said} dir="auto">
          {text}
        </p>
      ) : null}
      {did.length > 0 ? (
        <Text size="sm" mt={text ? "xs" : 0}>
          {did.join(" ")}
        </Text>
      ) : null}
    </section>
  );
}
