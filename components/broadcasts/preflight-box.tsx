"use client";

import { Alert, List, Stack, Text } from "@mantine/core";
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
          {leftOut.length > 0 ? <LeftOutList leftOut={leftOut} /> : null}
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

export function LeftOutList({ leftOut }: { leftOut: Preflight["leftOut"] }) {
  const t = useTranslations("broadcasts");
  return (
    <List size="sm" aria-label={t("leftOut")}>
      {leftOut.map(({ reason, count }) => (
        <List.Item key={reason}>{t("leftOutFor", { count, reason: t(`reason.${reason}`) })}</List.Item>
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
