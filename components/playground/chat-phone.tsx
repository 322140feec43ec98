"use client";

import { ActionIcon, Skeleton, Tooltip, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconStar } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { QuestionDrawer, type QuestionStart } from "../evals/eval-question-drawer.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { assistantName } from "./chat-name.ts";
import classes from "./playground.module.css";
import type { Chat, ChatMessage, TriedAssistant } from "./queries.ts";

type Props = {
  query: UseQueryResult<Chat> | undefined;
  ais: TriedAssistant[];
  chosenId: string | null;
  onChoose: (answerId: string) => void;
};

/** A conversation as the contact's phone shows it. Selecting an answer shows how it came about. */
export function ChatPhone({ query, ais, chosenId, onChoose }: Props) {
  const t = useTranslations("playground.phone");
  const words = useTranslations("playground");
  const chat = query?.data;
  const [golden, setGolden] = useState<ChatMessage | null>(null);
  const log = useRef<HTMLDivElement>(null);
  const last = chat?.messages.at(-1)?.id;
  const isThinking = chat?.isThinking ?? false;
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [last, isThinking]);

  const name = assistantName(words, chat?.aiId ?? "", ais);
  return (
    <section className={classes.phone} aria-label={chat ? t("with", { name }) : t("conversation")}>
      <header className={classes.phoneHead}>
        <span className={classes.phoneName}>{chat ? name : "…"}</span>
        {chat ? <span className={classes.phoneFacts}>{standing(t, chat)}</span> : null}
      </header>
      <div className={classes.log} ref={log} role="log" aria-label={t("messages", { name })} tabIndex={0}>
        {chat ? (
          <Lines chat={chat} chosenId={chosenId} onChoose={onChoose} onGolden={setGolden} />
        ) : query?.error ? (
          <ErrorFace title={t("failure")} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className={classes.placeholder} role="status" aria-busy aria-label={t("loading")}>
            <Skeleton height={36} width="60%" radius="lg" />
            <Skeleton height={52} width="72%" radius="lg" ml="auto" />
          </div>
        )}
      </div>
      {chat ? <Standing chat={chat} /> : null}
      {chat ? (
        <QuestionDrawer
          aiId={chat.aiId}
          start={golden ? goldenStart(chat, golden) : null}
          onClose={() => setGolden(null)}
        />
      ) : null}
    </section>
  );
}

/** Live, with the version number, or draft. */
function standing(
  t: ReturnType<typeof useTranslations<"playground.phone">>,
  { versionId, versionNumber }: Chat,
): string {
  const number = String(versionNumber);
  if (versionId) return t("draft", { number });
  return versionNumber ? t("liveVersion", { number }) : t("live");
}

type LinesProps = {
  chat: Chat;
  chosenId: string | null;
  onChoose: (answerId: string) => void;
  onGolden: (message: ChatMessage) => void;
};

function Lines({ chat, chosenId, onChoose, onGolden }: LinesProps) {
  const t = useTranslations("playground.phone");
  if (chat.messages.length === 0 && !chat.isThinking) {
    return <p className={classes.hint}>{t("hint")}</p>;
  }
  return (
    <>
      {chat.messages.map((message) => (
        <Line
          key={message.id}
          message={message}
          isChosen={message.answerId !== null && message.answerId === chosenId}
          onChoose={onChoose}
          onGolden={onGolden}
        />
      ))}
      {chat.isThinking ? (
        <p className={classes.thinking} role="status">
          <i />
          <i />
          <i />
          <VisuallyHidden>{t("answering")}</VisuallyHidden>
        </p>
      ) : null}
    </>
  );
}

type LineProps = Omit<LinesProps, "chat" | "chosenId"> & { message: ChatMessage; isChosen: boolean };

function Line({ message, isChosen, onChoose, onGolden }: LineProps) {
  const t = useTranslations("playground.phone");
  const { content, isClient, isNote, answerId } = message;
  if (isNote) return <p className={classes.note}>{content}</p>;
  if (isClient) {
    return (
      <div className={classes.row} data-side="client">
        <Tooltip label={t("golden")}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.star}
            aria-label={t("goldenOf", { text: content.slice(0, 60) })}
            onClick={() => onGolden(message)}
          >
            <IconStar size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <p className={classes.bubble} dir="auto">
          {content}
        </p>
      </div>
    );
  }
  return (
    <div className={classes.row} data-side="assistant">
      {answerId ? (
        <button
          type="button"
          className={classes.bubble}
          aria-pressed={isChosen}
          title={t("show")}
          dir="auto"
          onClick={() => onChoose(answerId)}
        >
          {content}
        </button>
      ) : (
        <p className={classes.bubble} dir="auto">
          {content}
        </p>
      )}
    </div>
  );
}

/** The state of the conversation, unless it is just open. */
function Standing({ chat }: { chat: Chat }) {
  const t = useTranslations("playground.phone");
  if (chat.ended) return <p className={classes.standing}>{t("ended")}</p>;
  if (chat.isHandedOver)
    return (
      <p className={classes.standing} data-tone="warn">
        {t("handedOver")}
      </p>
    );
  if (chat.isReplaying) return <p className={classes.standing}>{t("replaying")}</p>;
  return null;
}

/** The number of earlier messages that an assistant receives. */
const HISTORY_MAX = 29;

/** Makes a golden question from a playground message and the messages before it. */
function goldenStart({ messages }: Chat, message: ChatMessage): QuestionStart {
  const place = messages.findIndex(({ id }) => id === message.id);
  const history = messages
    .slice(0, place)
    .filter(({ isNote, content }) => !isNote && content.trim() !== "")
    .slice(-HISTORY_MAX)
    .map(({ isClient, content }) => ({ role: isClient ? ("client" as const) : ("assistant" as const), content }));
  return { question: message.content, history, expects: {} };
}
