import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { durationWords } from "./effort-words.ts";
import { FiguresBars } from "./figures-bars.tsx";
import classes from "./figures.module.css";
import type { AssistantFigures } from "./queries.ts";

/** Counts, times and tokens; what came of each day; why conversations were handed over. */
export function FiguresPanel({ figures }: { figures: AssistantFigures }) {
  if (figures.turns === 0) {
    return (
      <Text size="sm" c="dimmed">
        It has not answered a customer yet. Put it on a channel as the one to whom new conversations go, or give it a
        conversation in the inbox.
      </Text>
    );
  }
  const { turns, answered, handedOver, unanswered, promptTokens, completionTokens, medianMs, p95Ms, reasons } = figures;
  return (
    <Stack gap="lg">
      <dl className={classes.tiles}>
        <Tile name="Answered" more={share(answered, turns)}>
          {answered.toLocaleString()}
        </Tile>
        <Tile name="Handed over" more={share(handedOver, turns)}>
          {handedOver.toLocaleString()}
        </Tile>
        <Tile name="Could not answer" more={share(unanswered, turns)}>
          {unanswered.toLocaleString()}
        </Tile>
        <Tile name="Time to answer" more={p95Ms === null ? null : `95 % within ${durationWords(p95Ms)}`}>
          {medianMs === null ? "–" : durationWords(medianMs)}
        </Tile>
        {promptTokens + completionTokens > 0 ? (
          <Tile name="Tokens" more={`${completionTokens.toLocaleString()} of them written`}>
            {(promptTokens + completionTokens).toLocaleString()}
          </Tile>
        ) : null}
      </dl>
      <FiguresBars days={figures.days} />
      {reasons.length > 0 ? (
        <section aria-label="Why it handed over">
          <p className={classes.label}>Why it handed over</p>
          <ul className={classes.reasons}>
            {reasons.map(({ reason, count }) => (
              <li key={reason} className={classes.reason}>
                <span>{reason}</span>
                <span className="tabular">{count.toLocaleString()}</span>
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
