"use client";

import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconCircleCheck, IconCircleX, IconHeartbeat, IconHelpCircle } from "@tabler/icons-react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { Panel } from "../ui/panel.tsx";
import { When } from "../ui/when.tsx";
import { GUIDES } from "./channel-guides.ts";
import { expiryWords } from "./channel-warnings.ts";
import classes from "./channels.module.css";
import { channelsQuery, checkChannel } from "./queries.ts";
import type { Channel, ChannelCheck } from "./queries.ts";
import { useNow } from "../inbox/use-now.ts";

/** How the channel is, as last known, and as its provider says it is now. */
export function HealthPanel({ channel }: { channel: Channel }) {
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
      title="Health"
      description="Once a day the provider is asked whether the credentials still hold."
      actions={
        <Button
          variant="default"
          leftSection={<IconHeartbeat size={16} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          Check now
        </Button>
      }
    >
      <Stack gap="lg">
        <Facts channel={channel} />
        <div role="status" aria-label="Result of the check">
          {check.data && !check.isPending ? <Result check={check.data} /> : null}
        </div>
        {check.error ? (
          <ErrorFace title="The channel could not be checked" error={check.error} onRetry={() => check.mutate()} />
        ) : null}
      </Stack>
    </Panel>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const { checkedAt, lastInboundAt, quietSince, tokenExpiresAt, waitingSends, state } = channel;
  const now = useNow();
  const isAsked = GUIDES[channel.type].help !== null;
  const expiry = tokenExpiresAt ? expiryWords(tokenExpiresAt, now) : null;
  const isSoon = tokenExpiresAt !== null && new Date(tokenExpiresAt).getTime() - now < 7 * 24 * 3_600_000;
  return (
    <dl className={classes.facts}>
      {isAsked ? (
        <div>
          <dt>Credentials last found good</dt>
          <dd data-tone={state === "error" ? "bad" : undefined}>
            {checkedAt ? <When at={checkedAt} precise /> : "Not yet"}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Last message in</dt>
        <dd data-tone={quietSince ? "warn" : undefined}>
          {lastInboundAt ? <When at={lastInboundAt} precise /> : "None yet"}
        </dd>
      </div>
      {isAsked ? (
        <div>
          <dt>Access token</dt>
          <dd data-tone={isSoon ? "warn" : undefined}>
            {tokenExpiresAt && expiry ? (
              <>
                {expiry.charAt(0).toUpperCase() + expiry.slice(1)} (<When at={tokenExpiresAt} />)
              </>
            ) : (
              "No end known"
            )}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Waiting to be sent</dt>
        <dd data-tone={state === "error" && waitingSends > 0 ? "bad" : undefined} className="tabular">
          {waitingSends === 0 ? "Nothing" : waitingSends === 1 ? "1 message" : `${waitingSends} messages`}
        </dd>
      </div>
    </dl>
  );
}

const ICONS = { ok: IconCircleCheck, failed: IconCircleX, unknown: IconHelpCircle } as const;
const STATE_NAMES = { ok: "Good", failed: "Failed", unknown: "Not known" } as const;

function Result({ check: { isOk, steps, checkedAt } }: { check: ChannelCheck }) {
  const hasFailed = steps.some(({ state }) => state === "failed");
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {isOk ? "All is well" : hasFailed ? "Something has to be put right" : "It could not be found out"}
        <Text span size="xs" c="dimmed" fw={400} ml="xs">
          <When at={checkedAt} precise />
        </Text>
      </Text>
      <ul className={classes.steps}>
        {steps.map(({ name, state, words, whatToDo }) => {
          const Icon = ICONS[state];
          return (
            <li key={name} className={classes.step}>
              <Icon
                size={20}
                role="img"
                aria-label={STATE_NAMES[state]}
                className={classes.stepIcon}
                data-state={state}
              />
              <div>
                <Text size="sm" fw={550}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {words}
                </Text>
                {whatToDo ? <Text size="sm">{whatToDo}</Text> : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
