"use client";

import { Anchor, Badge, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { safeHref } from "../ui/safe-href.ts";
import classes from "./passage-list.module.css";
import type { TracedPassage } from "./read-trace.ts";

type Passage = Omit<TracedPassage, "id">;

const BEST = 3;

/** The passages found, best first, with their scores and a mark on those that the answer uses. */
export function PassageList({ passages }: { passages: Passage[] }) {
  const t = useTranslations("assistants.passages");
  if (passages.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("none")}
      </Text>
    );
  }
  return (
    <ol className={classes.passages}>
      {passages.map((passage, place) => (
        <li key={place} className={classes.passage} data-used={passage.isUsed || undefined}>
          <div className={classes.passageHead}>
            <span className={classes.passageTitle}>
              <PassageTitle passage={passage} />
              {passage.heading ? <span className={classes.soft}> › {passage.heading}</span> : null}
            </span>
            {passage.isUsed ? (
              <Badge size="sm" variant="light">
                {t("used")}
              </Badge>
            ) : null}
          </div>
          <div className={classes.score}>
            <meter className={classes.meter} min={0} max={1} value={passage.score} aria-label={t("score")} />
            <span className="tabular">{Math.round(passage.score * 100)} %</span>
          </div>
          <p className={classes.passageText} dir="auto">
            {passage.content}
          </p>
        </li>
      ))}
    </ol>
  );
}

function PassageTitle({ passage: { title, url } }: { passage: Passage }) {
  const href = safeHref(url);
  if (!href) return title;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {title}
    </Anchor>
  );
}

/** A short selection of passages: those that the answer uses, and the best others. */
export function mostTelling<Found extends Passage>(passages: readonly Found[]): Found[] {
  return passages.filter(({ isUsed }, place) => isUsed || place < BEST);
}
