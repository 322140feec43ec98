"use client";

import { Button, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { workspaceKey } from "../shell/workspace-key.ts";
import { CodeBlock } from "../ui/copy.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Fact, Facts } from "../ui/side-panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { useTimes } from "../ui/use-times.ts";
import { When } from "../ui/when.tsx";
import {
  attemptsQuery,
  isDelivered,
  LOOK_AGAIN_MS,
  replayDelivery,
  type WebhookAttempt,
  type WebhookDelivery,
} from "./queries.ts";
import classes from "./deliveries.module.css";

type Props = {
  delivery: WebhookDelivery;
  /** Called with the delivery as it is when it is sent again. */
  onReplayed: (delivery: WebhookDelivery) => void;
};

/** One delivery: its attempts, what was sent, what came back, and a button to send it again. */
export function DeliveryDetail({ delivery, onReplayed }: Props) {
  const t = useTranslations("developers.deliveries");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { deliveredAt, nextAttemptAt, state } = delivery;
  const attempts = useQuery({
    ...attemptsQuery(workspaceId, delivery),
    // A delivery that has left the list is no longer read with it.
    refetchInterval: ({ state: { data } }) => (state === "pending" && !isDelivered(data?.[0]) ? LOOK_AGAIN_MS : false),
  });
  const replay = useMutation({
    mutationFn: () => replayDelivery({ workspaceId, id: delivery.id }),
    onSuccess: (replayed) => {
      done(t("again"));
      onReplayed(replayed);
      return queryClient.invalidateQueries({ queryKey: [...workspaceKey(workspaceId), "deliveries"] });
    },
    onError: (error) => failed(t("notAgain"), error),
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRepeat size={14} aria-hidden />}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
        className={classes.again}
      >
        {t("sendAgain")}
      </Button>
      <Facts>
        <Fact name={t("happened")}>
          <When at={delivery.createdAt} precise />
        </Fact>
        <Fact name={t("deliveredAt")}>{deliveredAt ? <When at={deliveredAt} precise /> : null}</Fact>
        <Fact name={t("nextAttempt")}>
          {nextAttemptAt && state === "pending" && !isDelivered(attempts.data?.[0]) ? (
            <When at={nextAttemptAt} precise />
          ) : null}
        </Fact>
      </Facts>
      <section aria-label={t("tries")}>
        <h3 className={classes.heading}>{t("tries")}</h3>
        <Loaded query={attempts} failure={t("attemptsFailed")} rows={2}>
          {(rows) =>
            rows.length > 0 ? (
              <ol className={classes.attempts}>
                {rows.map((attempt) => (
                  <Attempt key={attempt.attemptNo} attempt={attempt} />
                ))}
              </ol>
            ) : (
              <Text size="sm" c="dimmed">
                {t("none")}
              </Text>
            )
          }
        </Loaded>
      </section>
      <CodeBlock label={t("payload")} code={JSON.stringify(delivery.payload, null, 2)} />
    </>
  );
}

/** An attempt with what came back. Of a redirect only the error says that it is not followed. */
function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const t = useTranslations("developers.deliveries");
  const { absoluteTime } = useTimes();
  const { startedAt, durationMs, responseStatus, responseBody, error } = attempt;
  const answered = responseStatus === null ? t("noAnswer") : t("status", { status: responseStatus });
  const isPlain = responseStatus !== null && (responseStatus < 300 || responseStatus >= 400);
  return (
    <li className={classes.attempt} data-failed={!isDelivered(attempt) || undefined}>
      <span>{isPlain ? answered : (error ?? answered)}</span>
      <small className="tabular">
        <time dateTime={startedAt}>{absoluteTime(startedAt)}</time> · {t("took", { ms: durationMs })}
      </small>
      {responseBody ? <CodeBlock label={t("answer")} code={responseBody} /> : null}
    </li>
  );
}
