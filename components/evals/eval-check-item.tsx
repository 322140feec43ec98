"use client";

import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { expectationWords, foundWords } from "./eval-expects.ts";
import type { EvalCheck } from "./eval-reply.ts";
import classes from "./evals.module.css";

/** One expectation of an answer: whether it holds, and what the answer had instead. */
export function EvalCheckItem({ check: { kind, expected, passed, found } }: { check: EvalCheck }) {
  const t = useTranslations("evals.results");
  const words = useTranslations("assistants");
  const instead = passed === true ? null : foundWords(kind, found, words);
  return (
    <li className={classes.check}>
      {passed === null ? (
        <IconHelpCircle size={16} className={classes.open} role="img" aria-label={t("notJudged")} />
      ) : passed ? (
        <IconCircleCheck size={16} className={classes.good} role="img" aria-label={t("holds")} />
      ) : (
        <IconCircleX size={16} className={classes.bad} role="img" aria-label={t("holdsNot")} />
      )}
      <span>
        {expectationWords(kind, expected, words)}
        {instead ? (
          <Text size="sm" c="dimmed">
            {instead}
          </Text>
        ) : null}
      </span>
    </li>
  );
}
