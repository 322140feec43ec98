"use client";

import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconCircleCheck, IconCircleX, IconHeartbeat, IconHelpCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { Panel } from "../ui/panel.tsx";
import { When } from "../ui/when.tsx";
import { GUIDES } from "./channel-guides.ts";
import { expiryWords } from "./channel-warnings.ts";
import classes from "./channels.module.css";
import { channelsQuery, checkChannel, type Channel, type ChannelCheck } from "./queries.ts";
import { useNow } from "../ui/use-now.ts";

/** The channel's last known health, and a live check with the provider. */
export function HealthPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.health");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkChannel(workspaceId, channel.id),
    onSuccess: ({ integration }) =>
      queryClient.setQueryData(channelsQuery(workspaceId).queryKey, (rows) =>
        rows?.map((row) => (row.id === integration.id ? integration : row)),
      ),
  });
  return (
    <Panel
      title={t("title")}
      description={t("description")}
      actions={
        <Button
          variant="default"
          leftSection={<IconHeartbeat size={16} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t("check")}
        </Button>
      }
    >
      <Stack gap="lg">
        <Facts channel={channel} />
        <div role="status" aria-label={t("result")}>
          {check.data && !check.isPending ? <Result check={check.data} /> : null}
        </div>
        {check.error ? <ErrorFace title={t("failure")} error={check.error} onRetry={() => check.mutate()} /> : null}
      </Stack>
    </Panel>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const { checkedAt, lastInboundAt, quietSince, tokenExpiresAt, waitingSends, state } = channel;
  const t = useTranslations("channels.health");
  const tWarnings = useTranslations("channels.warnings");
  const now = useNow();
  const isAsked = GUIDES[channel.type].help !== null;
  const expiry = tokenExpiresAt ? expiryWords(tokenExpiresAt, now, tWarnings) : null;
  const isSoon = tokenExpiresAt !== null && new Date(tokenExpiresAt).getTime() - now < 7 * 24 * 3_600_000;
  return (
    <dl className={classes.facts}>
      {isAsked ? (
        <div>
          <dt>{t("credentials")}</dt>
          <dd data-tone={state === "error" ? "bad" : undefined}>
            {checkedAt ? <When at={checkedAt} precise /> : t("notYet")}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t("lastInbound")}</dt>
        <dd data-tone={quietSince ? "warn" : undefined}>
          {lastInboundAt ? <When at={lastInboundAt} precise /> : t("noneYet")}
        </dd>
      </div>
      {isAsked ? (
        <div>
          <dt>{t("token")}</dt>
          <dd data-tone={isSoon ? "warn" : undefined}>
            {tokenExpiresAt && expiry ? (
              <>
                {expiry} (<When at={tokenExpiresAt} />)
              </>
            ) : (
              t("noEnd")
            )}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t("waiting")}</dt>
        <dd data-tone={state === "error" && waitingSends > 0 ? "bad" : undefined} className="tabular">
          {t("messages", { count: waitingSends })}
        </dd>
      </div>
    </dl>
  );
}

const ICONS = { ok: IconCircleCheck, failed: IconCircleX, unknown: IconHelpCircle } as const;

function Result({ check: { isOk, steps, checkedAt } }: { check: ChannelCheck }) {
  const t = useTranslations("channels.health");
  const say = useServiceWords();
  const hasFailed = steps.some(({ state }) => state === "failed");
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {isOk ? t("allWell") : hasFailed ? t("toPutRight") : t("notFound")}
        <Text span size="xs" c="dimmed" fw={400} ml="xs">
          <When at={checkedAt} precise />
        </Text>
      </Text>
      <ul className={classes.steps}>
        {steps.map(({ name, state, words, whatToDo, nameWording, wordsWording, whatToDoWording }) => {
          const Icon = ICONS[state];
          return (
            <li key={name} className={classes.step}>
              <Icon
                size={20}
                role="img"
                aria-label={t(`steps.${state}`)}
                className={classes.stepIcon}
                data-state={state}
              />
              <div>
                <Text size="sm" fw={500}>
                  {say(name, nameWording)}
                </Text>
                <Text size="sm" c="dimmed">
                  {say(words, wordsWording)}
                </Text>
                {whatToDo ? <Text size="sm">{say(whatToDo, whatToDoWording)}</Text> : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
