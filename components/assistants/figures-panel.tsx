import { Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { durationWords } from "./effort-words.ts";
import { FiguresBars } from "./figures-bars.tsx";
import classes from "./figures.module.css";
import type { AssistantFigures } from "./queries.ts";

/** Counts, times and tokens, the outcomes of each day, and the reasons for handovers. */
export function FiguresPanel({ figures }: { figures: AssistantFigures }) {
  const t = useTranslations("assistants.figures");
  const format = useFormatter();
  if (figures.turns === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("none")}
      </Text>
    );
  }
  const { turns, answered, askedBack, handedOver, unanswered, promptTokens, completionTokens } = figures;
  const { medianMs, p95Ms, reasons } = figures;
  return (
    <Stack gap="lg">
      <dl className={classes.tiles}>
        <Tile name={t("answered")} more={share(answered, turns)}>
          {format.number(answered)}
        </Tile>
        {askedBack > 0 ? (
          <Tile name={t("askedBack")} more={share(askedBack, turns)}>
            {format.number(askedBack)}
          </Tile>
        ) : null}
        <Tile name={t("handedOver")} more={share(handedOver, turns)}>
          {format.number(handedOver)}
        </Tile>
        <Tile name={t("unanswered")} more={share(unanswered, turns)}>
          {format.number(unanswered)}
        </Tile>
        <Tile name={t("time")} more={p95Ms === null ? null : t("within", { time: durationWords(p95Ms, format) })}>
          {medianMs === null ? "–" : durationWords(medianMs, format)}
        </Tile>
        {promptTokens + completionTokens > 0 ? (
          <Tile name={t("tokens")} more={t("written", { count: completionTokens })}>
            {format.number(promptTokens + completionTokens)}
          </Tile>
        ) : null}
      </dl>
      <FiguresBars days={figures.days} />
      {reasons.length > 0 ? (
        <section aria-label={t("reasons")}>
          <p className={classes.label}>{t("reasons")}</p>
          <ul className={classes.reasons}>
            {reasons.map(({ reason, count }) => (
              <li key={reason} className={classes.reason}>
                <span>{reason}</span>
                <span className="tabular">{format.number(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Stack>
  );
}

function Tile({ name, more, children }: { name: string; more: string | null; children: ReactNode }) {
  return (
    <div className={classes.tile}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.count}>{children}</span>
        {more ? <span className={classes.more}>{more}</span> : null}
      </dd>
    </div>
  );
}

function share(count: number, turns: number): string {
  return `${Math.round((100 * count) / turns)} %`;
}
