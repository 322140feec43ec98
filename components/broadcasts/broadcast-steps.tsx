"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./broadcasts.module.css";

/** A step of the page. `id`: of its panel. `words`: what was chosen there. */
export type BroadcastStep = { id: string; title: string; words: string | null; isDone: boolean };

/** The steps of a broadcast, with what is done. Each leads to its part of the page. */
export function BroadcastSteps({ steps }: { steps: readonly BroadcastStep[] }) {
  const t = useTranslations("broadcasts");
  const current = steps.find(({ isDone }) => !isDone)?.id;
  return (
    <nav aria-label={t("steps")} className={classes.steps}>
      <ol>
        {steps.map(({ id, title, words, isDone }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classes.step}
              data-done={isDone || undefined}
              aria-current={id === current ? "step" : undefined}
            >
              <span className={classes.stepMark} aria-hidden>
                {isDone ? <IconCheck size={14} stroke={2} /> : index + 1}
              </span>
              <span className={classes.stepText}>
                {title}
                {isDone ? <VisuallyHidden>({t("stepDone")})</VisuallyHidden> : null}
                {words ? <span className={classes.small}>{words}</span> : null}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
