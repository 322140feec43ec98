"use client";

import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { Announcer } from "./announcer.tsx";
import { Composer } from "./composer.tsx";
import type { ConvRow } from "./documents.ts";
import type { ComposerMode } from "./drafts.ts";
import { useInbox } from "./inbox-context.tsx";
import { MessageLog } from "./message-log.tsx";
import { channelCapabilitiesQuery, convRowQuery } from "./queries.ts";
import { ThreadHeader } from "./thread-header.tsx";
import type { ThreadMenu } from "./thread-header.tsx";
import { useConvActions } from "./use-conv-actions.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { newestSeq, useThread } from "./use-thread.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

type Props = {
  convId: string;
  onBack: () => void;
  onEnded: (row: ConvRow) => void;
  onToggleDetails: () => void;
  areDetailsOpen: boolean;
};

/** The open conversation. Give it `key={convId}`. */
export function ThreadPane(props: Props) {
  const { workspaceId, cache } = useInbox();
  const row = useQuery(convRowQuery(workspaceId, props.convId, cache.client));

  if (row.data) return <OpenThread {...props} row={row.data} />;
  if (row.isError)
    return (
      <ErrorFace title="The conversation could not be loaded" error={row.error} onRetry={() => void row.refetch()} />
    );
  if (row.isPending) return <LogSkeleton />;
  return (
    <EmptyFace
      icon={<IconEyeOff size={24} aria-hidden />}
      title="This conversation is not in your sight"
      message="It may have been given to a colleague, or it does not exist."
      action={
        <Button variant="default" onClick={props.onBack}>
          Back to the list
        </Button>
      }
    />
  );
}

function OpenThread({ row, convId, onBack, onEnded, onToggleDetails, areDetailsOpen }: Props & { row: ConvRow }) {
  const { workspaceId } = useInbox();
  const actions = useConvActions();
  const thread = useThread(convId);
  const capabilities = useQuery(channelCapabilitiesQuery(workspaceId)).data?.find(
    (known) => known.type === row.integrationType,
  );
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const [menu, setMenu] = useState<ThreadMenu>(null);
  const [mode, setMode] = useState<ComposerMode>(row.ended ? "note" : "reply");
  const [replyTo, setReplyTo] = useState<Bubble | null>(null);

  function write(next: ComposerMode) {
    setMode(next);
    // The field may be swapped or enabled by the change of mode first.
    window.requestAnimationFrame(() => inputRef.current?.focus());
  }

  function end() {
    if (row.ended) return;
    void actions.end(row);
    onEnded(row);
  }

  const letters = {
    r: () => write("reply"),
    n: () => write("note"),
    e: end,
    a: () => setMenu(row.ended ? null : "assign"),
    t: () => setMenu("tags"),
    s: () => setMenu("stage"),
    i: () => void (row.ended ? null : actions.assignToMe(row)),
    u: () => void (row.ended ? null : actions.assign(row, null)),
  };
  // What is typed while a menu opens is meant for the menu.
  useInboxKeys({ letters: menu ? {} : letters });

  return (
    <div className={classes.thread}>
      <ThreadHeader
        row={row}
        menu={menu}
        onMenu={setMenu}
        onBack={onBack}
        onEnd={end}
        onToggleDetails={onToggleDetails}
        areDetailsOpen={areDetailsOpen}
      />
      {thread.query.isPending ? <LogSkeleton /> : null}
      {thread.query.isError && !thread.query.data ? (
        <ErrorFace
          title="The messages could not be loaded"
          error={thread.query.error}
          onRetry={() => void thread.query.refetch()}
        />
      ) : null}
      {thread.query.data ? (
        <MessageLog
          thread={thread}
          label={`Conversation with ${row.clientName}`}
          onReply={capabilities?.replyContext && !row.ended ? replyToBubble : null}
        />
      ) : null}
      <Announcer bubbles={thread.bubbles} name={row.clientName} />
      <Composer
        row={row}
        mode={mode}
        onMode={write}
        inputRef={inputRef}
        replyTo={replyTo}
        onClearReply={() => setReplyTo(null)}
        afterSeq={newestSeq(thread.bubbles)}
      />
    </div>
  );

  function replyToBubble(bubble: Bubble) {
    setReplyTo(bubble);
    write("reply");
  }
}

function LogSkeleton() {
  return (
    <div className={classes.logSkeleton} role="status">
      <VisuallyHidden>Loading the conversation</VisuallyHidden>
      <Skeleton height={44} width="48%" radius="lg" />
      <Skeleton height={64} width="56%" radius="lg" ml="auto" />
      <Skeleton height={36} width="32%" radius="lg" />
      <Skeleton height={44} width="44%" radius="lg" ml="auto" />
    </div>
  );
}
