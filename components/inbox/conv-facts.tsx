"use client";

import { Badge, Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CHANNEL_LABEL, ChannelMark } from "./channel-mark.tsx";
import type { ConvRow } from "./documents.ts";
import { EditableField, Fact } from "./editable-field.tsx";
import { useInbox } from "./inbox-context.tsx";
import { agentsQuery } from "./queries.ts";
import { absoluteTime, clockTime, dayLabel } from "./times.ts";
import { useConvActions } from "./use-conv-actions.ts";
import { useNow } from "./use-now.ts";
import classes from "./details.module.css";

/** What is known of this conversation, beside its messages. */
export function ConvFacts({ row }: { row: ConvRow }) {
  const actions = useConvActions();
  const now = useNow();
  return (
    <section className={classes.block} aria-labelledby="conversation-facts">
      <Text component="h3" id="conversation-facts" className={classes.blockTitle}>
        Conversation
      </Text>
      <dl className={classes.facts}>
        <Fact label="Channel">
          <span className={classes.channel} title={CHANNEL_LABEL[row.integrationType]}>
            <ChannelMark type={row.integrationType} />
            <span className={classes.words}>{row.integrationName}</span>
          </span>
        </Fact>
        <Fact label="Opened">
          <time dateTime={row.createdAt} title={absoluteTime(row.createdAt)}>
            {dayLabel(row.createdAt, now)}, {clockTime(row.createdAt)}
          </time>
        </Fact>
        {row.endedAt ? (
          <Fact label="Ended">
            <time dateTime={row.endedAt} title={absoluteTime(row.endedAt)}>
              {dayLabel(row.endedAt, now)}, {clockTime(row.endedAt)}
            </time>
            <EndedBy id={row.endedBy} />
          </Fact>
        ) : null}
        <EditableField
          label="Order no."
          value={row.orderNo}
          onSave={async (orderNo) => {
            await actions.setOrderNo(row, orderNo);
          }}
        />
        <Fact label="Tags">
          <span className={classes.tags}>
            {row.tags.length === 0 ? <span className={classes.nothing}>None</span> : null}
            {row.tags.map((tag) => (
              <Badge key={tag} variant="default" size="sm" className={classes.tag}>
                {tag}
              </Badge>
            ))}
          </span>
        </Fact>
        {row.broadcastName ? <Fact label="Broadcast">{row.broadcastName}</Fact> : null}
        {row.externalConversationId ? (
          <Fact label="External id">
            <Code className={classes.words}>{row.externalConversationId}</Code>
          </Fact>
        ) : null}
      </dl>
    </section>
  );
}

function EndedBy({ id }: { id: string | null }) {
  const agents = useQuery(agentsQuery(useInbox().workspaceId)).data;
  const agent = agents?.find((known) => known.id === id || known.userId === id);
  if (id === "SYSTEM") return <span className={classes.soft}> by itself</span>;
  return agent ? <span className={classes.soft}> by {agent.name}</span> : null;
}
