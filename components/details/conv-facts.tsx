"use client";

import { Code, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Stage } from "../ui/tag.tsx";
import { ChannelMark } from "./channel-mark.tsx";
import { ConvTimers } from "./conv-timers.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { EditableField, Fact } from "./editable-field.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { agentsQuery, convFactsQuery } from "../inbox/queries.ts";
import { RatingStars } from "./rating-stars.tsx";
import { SourceWords } from "./source-words.tsx";
import { TagLine } from "./tag-line.tsx";
import { StagePicker } from "./tag-picker.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./details.module.css";
import rating from "./rating.module.css";

/** Facts about this conversation, apart from its messages. Some can be edited here. */
export function ConvFacts({ row }: { row: ConvRow }) {
  const t = useTranslations("thread.pane");
  const actions = useConvActions();
  const channelNames = useTranslations("inbox.channels");
  const placeWords = usePlaceWords();
  const [isChoosing, setChoosing] = useState(false);
  const owner = row.assigneeName ?? row.aiName;
  return (
    <dl className={classes.facts}>
      <Fact label={t("channel")}>
        <span className={classes.channel} title={channelNames(row.integrationType)}>
          <ChannelMark type={row.integrationType} />
          <span className={classes.words}>{placeWords(row.integrationName, row)}</span>
        </span>
      </Fact>
      <Fact label={t("owner")}>
        {owner ? <bdi>{owner}</bdi> : <span className={classes.nothing}>{t("nobody")}</span>}
      </Fact>
      <Moment label={t("opened")} at={row.createdAt} />
      {row.endedAt ? <Moment label={t("ended")} at={row.endedAt} by={row.endedBy} /> : null}
      {row.rating === null || row.ratingScale === null ? null : (
        <Fact label={t("rating")}>
          <RatingStars rating={row.rating} scale={row.ratingScale} />
          {row.ratingComment ? (
            <span className={rating.comment} dir="auto">
              {row.ratingComment}
            </span>
          ) : null}
        </Fact>
      )}
      <ConvTimers row={row} />
      <EditableField
        label={t("orderNo")}
        value={row.orderNo}
        onSave={async (orderNo) => {
          await actions.setOrderNo(row, orderNo);
        }}
      />
      <Fact label={t("stage")}>
        <StagePicker
          type="convStage"
          stageId={row.stageId}
          isOpen={isChoosing}
          onOpenChange={setChoosing}
          onChange={(stageId) => void actions.setStage(row, stageId)}
        >
          {(toggle, stage) => (
            <UnstyledButton
              className={classes.edit}
              onClick={toggle}
              aria-expanded={isChoosing}
              aria-label={stage ? t("changeStage", { name: stage.name }) : t("chooseStage")}
            >
              {stage ? <Stage {...stage} /> : <span className={classes.nothing}>{t("choose")}</span>}
            </UnstyledButton>
          )}
        </StagePicker>
      </Fact>
      <Fact label={t("tags")}>
        <TagLine
          type="conversation"
          tags={row.tags}
          changeLabel={t("changeTags")}
          onChange={(tags) => void actions.setTags(row, tags)}
        />
      </Fact>
      {row.broadcastName ? <Fact label={t("broadcast")}>{row.broadcastName}</Fact> : null}
      <Source convId={row.id} />
      {row.externalConversationId ? (
        <Fact label={t("externalId")}>
          <Code className={classes.words}>{row.externalConversationId}</Code>
        </Fact>
      ) : null}
    </dl>
  );
}

function Moment({ label, at, by }: { label: string; at: string; by?: string | null }) {
  const { absoluteTime, clockTime, dayLabel } = useTimes();
  const now = useNow();
  return (
    <Fact label={label}>
      <time dateTime={at} title={absoluteTime(at)}>
        {dayLabel(at, now)}, {clockTime(at)}
      </time>
      {by ? <EndedBy id={by} /> : null}
    </Fact>
  );
}

function EndedBy({ id }: { id: string }) {
  const t = useTranslations("thread.pane");
  const agents = useQuery(agentsQuery(useInbox().workspaceId)).data;
  const agent = agents?.find((known) => known.id === id || known.userId === id);
  if (id === "SYSTEM") return <span className={classes.soft}> {t("byItself")}</span>;
  return agent ? <span className={classes.soft}> {t("by", { name: agent.name })}</span> : null;
}

/** Where the contact came from. */
function Source({ convId }: { convId: string }) {
  const t = useTranslations("thread.pane");
  const { data } = useQuery(convFactsQuery(useInbox().workspaceId, convId));
  if (!data?.sourceType && !data?.sourceUrl) return null;
  return (
    <Fact label={t("source")}>
      <SourceWords source={data} />
    </Fact>
  );
}
