"use client";

import { Alert, List, Progress, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Loaded } from "../ui/loaded.tsx";
import classes from "./broadcasts.module.css";
import type { Preflight } from "./queries.ts";

/** Who receives the broadcast and who does not, its duration, its cost, and what prevents it. */
export function PreflightBox({ query }: { query: UseQueryResult<Preflight> }) {
  const t = useTranslations("broadcasts");
  return (
    <Loaded query={query} failure={t("preflight.failure")} rows={3}>
      {({ recipientCount, leftOut, problem, estimatedSeconds, ratePerSecond, aheadCount, credits, placeholders }) => (
        <Stack gap="md">
          {problem ? (
            <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("preflight.problem")}>
              {problem}
            </Alert>
          ) : null}
          <div className={classes.tiles}>
            <Tile label={t("preflight.get")} value={t("number", { count: recipientCount })} />
            <Tile
              label={t("preflight.notGet")}
              value={t("number", { count: leftOut.reduce((sum, { count }) => sum + count, 0) })}
            />
            <Tile
              label={t("preflight.takes", { rate: ratePerSecond })}
              value={estimatedSeconds > 0 ? t("duration", durationParts(estimatedSeconds)) : "–"}
            />
            {credits > 0 ? <Tile label={t("preflight.costs")} value={t("credits", { count: credits })} /> : null}
          </div>
          {leftOut.length > 0 ? (
            <div>
              <AudienceBar recipientCount={recipientCount} leftOut={leftOut} />
              <LeftOutList leftOut={leftOut} isLegend />
            </div>
          ) : null}
          {aheadCount > 0 ? (
            <Text size="sm" c="dimmed">
              {t("preflight.ahead", { count: aheadCount })}
            </Text>
          ) : null}
          {placeholders.map(({ name, isKnown, emptyCount }) =>
            isKnown && emptyCount === 0 ? null : (
              <Text key={name} size="sm" c="var(--warning-text)">
                {isKnown ? t("preflight.empty", { name, count: emptyCount }) : t("preflight.unknown", { name })}
              </Text>
            ),
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** By the place of a reason in the list. */
const LEFT_OUT_COLORS = ["var(--chart-4)", "var(--chart-5)", "var(--chart-2)", "var(--accent-line)", "var(--border-3)"];

const leftOutColor = (index: number) => LEFT_OUT_COLORS[Math.min(index, LEFT_OUT_COLORS.length - 1)];

/** Who gets it and who is left out, as one bar. The numbers are in the list below. */
function AudienceBar({ recipientCount, leftOut }: Pick<Preflight, "recipientCount" | "leftOut">) {
  const total = leftOut.reduce((sum, { count }) => sum + count, recipientCount);
  const share = (count: number) => (count / total) * 100;
  return (
    <Progress.Root size="md" aria-hidden>
      <Progress.Section value={share(recipientCount)} color="var(--chart-1)" withAria={false} />
      {leftOut.map(({ reason, count }, index) => (
        <Progress.Section key={reason} value={share(count)} color={leftOutColor(index)} withAria={false} />
      ))}
    </Progress.Root>
  );
}

/** @param isLegend the list stands below the bar and says what its colors mean. */
export function LeftOutList({ leftOut, isLegend }: { leftOut: Preflight["leftOut"]; isLegend?: true }) {
  const t = useTranslations("broadcasts");
  return (
    <List size="sm" aria-label={t("leftOut")} className={isLegend && classes.leftOut}>
      {leftOut.map(({ reason, count }, index) => (
        <List.Item
          key={reason}
          icon={isLegend && <span className={classes.dot} style={{ background: leftOutColor(index) }} aria-hidden />}
        >
          {t("leftOutFor", { count, reason: t(`reason.${reason}`) })}
        </List.Item>
      ))}
    </List>
  );
}

export function Tile({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.tile}>
      <strong>{value}</strong>
      <span className={classes.small}>{label}</span>
    </div>
  );
}

/** Seconds as hours, minutes and seconds for display. Seconds are left out from 5 minutes on. */
export function durationParts(seconds: number): { hours: number; minutes: number; seconds: number } {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return { hours, minutes, seconds: hours > 0 || minutes >= 5 ? 0 : seconds % 60 };
}
