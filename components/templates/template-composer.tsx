"use client";

import { Button, Group } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Channel } from "../channels/queries.ts";
import { clientQuery } from "../inbox/queries.ts";
import { useNow } from "../ui/use-now.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { definitionOf, NO_TEMPLATE, readyTemplate, type TemplateDraft } from "./template-draft.ts";
import { TemplateEditor } from "./template-editor.tsx";
import { sendTemplate, templatesQuery } from "./template-queries.ts";
import classes from "./templates.module.css";
import { newKey } from "../ui/new-key.ts";

type Props = {
  integrationId: string;
  row: { clientId: string; clientName: string; integrationType: Channel["type"] };
  /** The draft kept by the caller. Omitted: kept here until the component unmounts. */
  kept?: { draft: TemplateDraft; onChange: (draft: TemplateDraft) => void };
  /** The service has accepted the message. The conversation shows its progress. */
  onSent: () => void;
};

/**
 * Chooses, fills and sends a template, with a preview of the contact's phone. If the send fails, the draft stays, and sending
 * the same content again is the same message.
 */
export function TemplateComposer({ integrationId, row, kept, onSent }: Props) {
  const t = useTranslations("templates");
  const typeName = useTranslations("channels.types");
  const workspaceId = useWorkspaceId();
  const [own, setOwn] = useState<TemplateDraft>(NO_TEMPLATE);
  const { draft, onChange: setDraft } = kept ?? { draft: own, onChange: setOwn };
  const [isStrict, setStrict] = useState(false);
  const [tried, setTried] = useState<{ text: string; key: string } | null>(null);
  const contact = useQuery(clientQuery(workspaceId, row.clientId));
  const list = useQuery(templatesQuery(workspaceId, integrationId)).data;
  const ready = readyTemplate(draft, list ? definitionOf(list.nodes, draft) : null, useNow());
  const canBeTyped = list?.fetchedAt === null;
  const isChosen = draft.name !== "" && list !== undefined && (canBeTyped || definitionOf(list.nodes, draft) !== null);
  const send = useMutation({
    mutationFn: ({ key }: { key: string }) => {
      const { templateName, templateLang, templateComponents } = ready;
      const template = { templateName, templateLang, templateComponents };
      return sendTemplate({ workspaceId, integrationId, clientId: row.clientId, ...template }, key);
    },
    onSuccess: () => {
      setDraft(NO_TEMPLATE);
      setTried(null);
      onSent();
    },
  });
  const submit = () => {
    setStrict(true);
    if (!ready.isReady || send.isPending) return;
    const text = JSON.stringify(ready);
    const key = tried?.text === text ? tried.key : newKey();
    setTried({ text, key });
    send.mutate({ key });
  };
  return (
    <form
      className={classes.composer}
      aria-label={t("composer", { name: row.clientName })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TemplateEditor
        integrationId={integrationId}
        draft={draft}
        onChange={setDraft}
        ready={ready}
        isStrict={isStrict}
        contact={contact.data ?? null}
      />
      <FormProblem>{send.error?.message}</FormProblem>
      {isChosen ? (
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={send.isPending}
            classNames={{ root: classes.send, label: classes.sendWords }}
            leftSection={<IconSend size={16} aria-hidden />}
          >
            {t("send", { name: row.clientName, channel: typeName(row.integrationType) })}
          </Button>
        </Group>
      ) : null}
    </form>
  );
}
