"use client";

import { ActionIcon, Textarea, Tooltip } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconSend2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, type KeyboardEvent } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import classes from "./playground.module.css";
import { chatQuery, say, type Chat } from "./queries.ts";
import { newKey } from "../ui/new-key.ts";

/** Writes as the contact. With two conversations side by side, to both. */
export function PlaygroundComposer({ chats, onSaid }: { chats: Chat[]; onSaid: () => void }) {
  const t = useTranslations("playground.composer");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const open = chats.filter(({ ended }) => !ended);
  const isReplaying = open.some((chat) => chat.isReplaying);

  const saying = useMutation({
    mutationFn: (line: { content: string; externalMessageId: string }) =>
      say({ workspaceId, convIds: open.map(({ convId }) => convId), ...line }),
    onSuccess: (said) => {
      for (const chat of said) queryClient.setQueryData(chatQuery(workspaceId, chat.convId).queryKey, chat);
      onSaid();
    },
    onError: (error, { content }) => {
      // Put the text back, so that it is not lost.
      setText((now) => (now === "" ? content : now));
      failed(t("notSaid"), error);
    },
  });

  function send(): void {
    const content = text.trim();
    if (content === "" || open.length === 0 || isReplaying) return;
    setText("");
    saying.mutate({ content, externalMessageId: newKey() });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter ends an IME composition and does not send. Safari reports that only as key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  }

  const isOver = chats.length > 0 && open.length === 0;
  return (
    <div className={classes.composer}>
      <Textarea
        className={classes.line}
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        aria-label={t("label")}
        placeholder={t(isOver ? "over" : "label")}
        value={text}
        disabled={isOver}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Tooltip label={t("keys")}>
        <ActionIcon
          size={36}
          aria-label={t("send")}
          onClick={send}
          disabled={text.trim() === "" || isOver || isReplaying}
        >
          <IconSend2 size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
