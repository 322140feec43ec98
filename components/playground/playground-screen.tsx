"use client";

import { Button, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { paths } from "../paths.ts";
import { usePlaygroundEvents } from "../shell/live.tsx";
import { readAgain } from "../shell/read-again.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { ChatPhone } from "./chat-phone.tsx";
import { ChatSetup } from "./chat-setup.tsx";
import { PlaygroundComposer } from "./playground-composer.tsx";
import classes from "./playground.module.css";
import { chatQuery, recentChatsQuery, type Chat, type Opened } from "./queries.ts";
import { usePlaygroundUrl } from "./use-playground-url.ts";

/** From this width on, the answer's details appear next to the conversation. Below it they cover it. */
const BESIDE = "(min-width: 75em)";

/** One or two conversations with assistants, and the details of each answer. */
export function PlaygroundScreen({ opened }: { opened: Opened }) {
  const t = useTranslations("playground");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { chats: convIds, chatId, answerId, show } = usePlaygroundUrl();
  const chats = useQueries({ queries: convIds.map((convId) => chatQuery(workspaceId, convId)) });
  const isBeside = useMediaQuery(BESIDE, true);
  const [isDrawn, setDrawn] = useState(false);

  usePlaygroundEvents((changes) => {
    for (const convId of new Set(changes.map((change) => change.convId))) {
      if (convId && convIds.includes(convId))
        void readAgain(queryClient, { queryKey: chatQuery(workspaceId, convId).queryKey });
    }
    void queryClient.invalidateQueries({ queryKey: recentChatsQuery(workspaceId).queryKey });
  });

  const loaded = chats.map(({ data }) => data).filter((chat): chat is Chat => chat !== undefined);
  const looked = loaded.find(({ convId }) => convId === chatId) ?? loaded[0];
  const answer = looked?.answers.find(({ id }) => id === answerId) ?? looked?.answers.at(-1) ?? null;
  const panel = (
    <AnswerPanel
      chats={loaded}
      ais={opened.ais}
      chat={looked ?? null}
      answer={answer}
      onLook={(convId) => show({ chats: convIds, chatId: convId })}
    />
  );

  function choose(convId: string, id: string): void {
    show({ chats: convIds, chatId: convId, answerId: id });
    if (!isBeside) setDrawn(true);
  }

  return (
    <section className={classes.screen} aria-label={t("title")}>
      <ChatSetup opened={opened} chats={loaded} onShow={(ids) => show({ chats: ids })} />
      <div className={classes.bench}>
        {convIds.length === 0 ? (
          <div className={classes.empty}>
            <NoChat opened={opened} />
          </div>
        ) : (
          <div className={classes.trial} data-count={convIds.length}>
            <div className={classes.phones}>
              {convIds.map((convId, place) => (
                <ChatPhone
                  key={convId}
                  query={chats[place]}
                  ais={opened.ais}
                  chosenId={answer?.id ?? null}
                  onChoose={(id) => choose(convId, id)}
                />
              ))}
            </div>
            <PlaygroundComposer
              key={convIds.join()}
              chats={loaded}
              // Show the newest answer from now on.
              onSaid={() => (answerId ? show({ chats: convIds, chatId }) : undefined)}
            />
          </div>
        )}
        {convIds.length > 0 && isBeside ? <aside className={classes.side}>{panel}</aside> : null}
      </div>
      <Drawer
        opened={isDrawn && !isBeside}
        onClose={() => setDrawn(false)}
        position="bottom"
        size="85%"
        title={t("what")}
        styles={{ body: { padding: 0 } }}
      >
        {panel}
      </Drawer>
    </section>
  );
}

function NoChat({ opened }: { opened: Opened }) {
  const t = useTranslations("playground");
  const workspaceId = useWorkspaceId();
  if (!opened.testNumbers.some(({ active }) => active)) {
    return (
      <EmptyFace
        picture="phone"
        title={t("noNumber.title")}
        message={t("noNumber.message")}
        action={
          <Button component={Link} href={paths.settings(workspaceId, "workspace")}>
            {t("noNumber.add")}
          </Button>
        }
      />
    );
  }
  return <EmptyFace picture="phone" title={t("start.title")} message={t("start.message")} />;
}
