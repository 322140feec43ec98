"use client";

import { Blockquote, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type FormEvent, type KeyboardEvent } from "react";
import { ANY_CHANNEL, roomWords, textRoom } from "../composer/text-room.ts";
import { gqlRequest } from "../graphql/gql-request.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { ANSWER_PRIVATELY } from "../inbox/mutation-documents.ts";
import { channelCapabilitiesQuery } from "../inbox/queries.ts";
import { previewOf } from "../messages/message-preview.ts";
import { newKey } from "../ui/new-key.ts";
import { done } from "../ui/toasts.tsx";
import type { Bubble } from "./use-thread.ts";

type Props = {
  row: ConvRow;
  comment: Bubble;
  onClose: () => void;
  /** Opens the contact's own conversation, where the answer stands. */
  onOpen: (convId: string) => void;
};

/** Answers a comment by one private message. */
export function PrivateAnswer({ row, comment, onClose, onOpen }: Props) {
  const t = useTranslations("thread.privateAnswer");
  const inbox = useTranslations("inbox");
  const { workspaceId } = useInbox();
  const channels = useQuery(channelCapabilitiesQuery(workspaceId)).data;
  const limits = channels?.find(({ type }) => type === row.integrationType) ?? ANY_CHANNEL;
  /** The key makes a repeated request take effect once. Another text is another request. */
  const [written, setWritten] = useState({ content: "", idempotencyKey: newKey() });
  const send = useMutation({
    mutationFn: async () => {
      const { content, idempotencyKey } = written;
      const input = { workspaceId, messageId: comment.messageId, content };
      return (await gqlRequest(ANSWER_PRIVATELY, input, { idempotencyKey })).answerPrivately;
    },
    onSuccess: ({ convId }) => {
      onClose();
      done(t("sent", { name: row.clientName }));
      if (convId) onOpen(convId);
    },
  });
  const room = textRoom(written.content.trim(), limits);
  const canSend = written.content.trim() !== "" && room.left >= 0;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canSend && !send.isPending) send.mutate();
  };
  // While it is being sent, its outcome has yet to be shown.
  const close = () => {
    if (!send.isPending) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={written.content === ""}
      title={t("title", { name: row.clientName })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Blockquote p="sm" color="gray">
            <Text size="sm" dir="auto" lineClamp={4}>
              {previewOf(comment, inbox).text}
            </Text>
          </Blockquote>
          <Textarea
            label={t("label")}
            description={t("how", { name: row.clientName })}
            value={written.content}
            onChange={({ currentTarget: { value } }) => {
              setWritten({ content: value, idempotencyKey: newKey() });
              send.reset();
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
            }}
            error={room.left < 0 ? roomWords(room, limits, inbox) : send.error?.message}
            autosize
            minRows={3}
            maxRows={12}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={send.isPending} disabled={!canSend}>
              {t("send")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
