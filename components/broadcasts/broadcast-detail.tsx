"use client";

import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { definitionOf, draftFrom, NO_TEMPLATE } from "../templates/template-draft.ts";
import { TemplatePreview } from "../templates/template-preview.tsx";
import { templatesQuery } from "../templates/template-queries.ts";
import { Panel } from "../ui/panel.tsx";
import { OutcomeBar } from "./outcome-bar.tsx";
import { OUTCOMES, shareDone } from "./outcome-words.ts";
import classes from "./broadcasts.module.css";
import { LeftOutList, Tile } from "./preflight-box.tsx";
import type { Broadcast } from "./queries.ts";
import { RecipientList } from "./recipient-list.tsx";

const OutcomeChart = dynamic(async () => (await import("./outcome-chart.tsx")).OutcomeChart, { ssr: false });

/** A broadcast's progress, its content and the outcome for each recipient. */
export function BroadcastDetail({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const { state, counts, error, leftOut, retryOfId, templateName, templateLang, integrationId } = broadcast;
  const templates = useQuery(templatesQuery(workspaceId, integrationId)).data;
  const named = { ...NO_TEMPLATE, name: templateName, language: templateLang ?? "" };
  const definition = templates ? definitionOf(templates.nodes, named) : null;
  return (
    <Stack gap="lg">
      {error ? (
        <Alert color={state === "failed" ? "red" : "yellow"} icon={<IconAlertTriangle size={18} aria-hidden />}>
          {error}
        </Alert>
      ) : null}
      {retryOfId ? (
        <Text size="sm">
          <Anchor component={Link} href={paths.broadcast(workspaceId, retryOfId)}>
            {t("isRetry")}
          </Anchor>
        </Text>
      ) : null}
      {counts.total > 0 ? (
        <Panel
          title={state === "inProgress" ? t("progress", { percent: shareDone(counts) }) : t("outcome")}
          description={t("recipients", { count: counts.total })}
        >
          <Stack gap="md">
            <OutcomeBar counts={counts} size="lg" />
            <div className={classes.tiles}>
              {OUTCOMES.map(({ outcome }) =>
                counts[outcome] > 0 || outcome === "failed" ? (
                  <Tile
                    key={outcome}
                    label={t(`outcomes.${outcome}`)}
                    value={t("number", { count: counts[outcome] })}
                  />
                ) : null,
              )}
            </div>
            <OutcomeChart counts={counts} />
            {leftOut.length > 0 ? (
              <div>
                <Text size="sm" fw={600}>
                  {t("leftOut")}
                </Text>
                <LeftOutList leftOut={leftOut} />
              </div>
            ) : null}
          </Stack>
        </Panel>
      ) : state === "inProgress" ? (
        <Panel title={t("starting")}>
          <Text c="dimmed" role="status">
            {t("startingWords")}
          </Text>
        </Panel>
      ) : null}
      {counts.total > 0 ? <RecipientList broadcast={broadcast} /> : null}
      <Panel title={t("message")} description={[templateName, templateLang].filter(Boolean).join(" · ")}>
        {definition ? (
          <TemplatePreview
            template={definition}
            values={draftFrom(broadcast, definition).values}
            owner={{ of: "broadcasts", id: broadcast.id }}
          />
        ) : (
          <Text c="dimmed">{t("noPreview")}</Text>
        )}
      </Panel>
    </Stack>
  );
}
