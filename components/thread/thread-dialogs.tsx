"use client";

import { Modal } from "@mantine/core";
import { useTranslations } from "next-intl";
import { AnswerQuestionDrawer } from "../assistants/answer-question-drawer.tsx";
import { ConvTemplate } from "./conv-template.tsx";
import { PrivateAnswer } from "./private-answer.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import type { useMessageActions } from "./use-message-actions.ts";
import type { Bubble } from "./use-thread.ts";

type Props = {
  row: ConvRow;
  bubbles: readonly Bubble[];
  open: ReturnType<typeof useMessageActions>;
  onOpen: (convId: string) => void;
};

/** The dialogs for actions on a message of the thread. */
export function ThreadDialogs({ row, bubbles, open, onOpen }: Props) {
  const t = useTranslations("thread");
  const { question, privately } = open;
  return (
    <>
      <Modal
        opened={open.isTemplateOpen}
        onClose={open.closeTemplate}
        size="lg"
        title={t("sendTemplate", { name: row.clientName })}
        closeButtonProps={{ "aria-label": t("close") }}
      >
        <ConvTemplate row={row} onSent={open.closeTemplate} />
      </Modal>
      {privately ? <PrivateAnswer row={row} comment={privately} onClose={open.closePrivately} onOpen={onOpen} /> : null}
      {question?.aiId ? (
        <AnswerQuestionDrawer
          aiId={question.aiId}
          answer={{ id: question.messageId, convId: row.id, clientMessageId: askedIn(bubbles, question) }}
          onClose={open.closeQuestion}
        />
      ) : null}
    </>
  );
}

/** The contact's message before an assistant's answer. If there is none, the answer itself. */
function askedIn(bubbles: readonly Bubble[], answer: Bubble): string {
  const asked = bubbles.findLast(({ isAgent, seq }) => !isAgent && seq < answer.seq);
  return (asked ?? answer).messageId;
}
