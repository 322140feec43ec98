"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useInbox } from "./inbox-context.tsx";
import { useConvActions } from "./use-conv-actions.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

/** Why a message did not arrive, and sending it again: the same one where the server never took it, else a new one. */
export function MessageFailure({ bubble, wasSentAgain }: { bubble: Bubble; wasSentAgain: boolean }) {
  const { outbox } = useInbox();
  const actions = useConvActions();
  const { local, convId, messageId } = bubble;
  return (
    <div className={classes.failure} role={local ? "alert" : undefined}>
      <span className={classes.breakable}>{bubble.error ?? "It could not be delivered."}</span>
      {wasSentAgain ? <span>Sent again.</span> : null}
      {local ? (
        <>
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => outbox.retry(local.id)}>
            Try again
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(local.id)}>
            Discard
          </Button>
        </>
      ) : null}
      {!local && !wasSentAgain && convId ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void actions.resend(convId, messageId)}
        >
          Send again
        </Button>
      ) : null}
    </div>
  );
}
