"use client";

import { IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { definitionOf, NO_TEMPLATE, partsOf } from "../templates/template-draft.ts";
import { TemplatePreview } from "../templates/template-preview.tsx";
import { templatesQuery } from "../templates/template-queries.ts";
import { valuesOf } from "../templates/template-values.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { MessageText } from "./message-text.tsx";
import type { Bubble } from "../thread/use-thread.ts";
import classes from "../thread/thread.module.css";

/** The stored form of a template in its message. */
const sent = z.object({ name: z.string(), language: z.string().nullish(), components: z.unknown() });

/** A template as the contact's phone shows it. Shows only its text if its definition is no longer known. */
export function TemplateBody({ bubble }: { bubble: Bubble }) {
  const t = useTranslations("thread");
  const { workspaceId } = useInbox();
  const template = sent.safeParse(bubble.template).data;
  const list = useQuery({
    ...templatesQuery(workspaceId, bubble.integrationId ?? ""),
    enabled: template !== undefined && bubble.integrationId !== null,
  }).data;
  const wanted = { ...NO_TEMPLATE, name: template?.name ?? "", language: template?.language ?? "" };
  const definition = template && list ? definitionOf(list.nodes, wanted) : null;
  return (
    <>
      <span className={classes.kind}>
        <IconTemplate size={14} aria-hidden /> {template?.name ?? t("template")}
      </span>
      {definition ? (
        <TemplatePreview
          template={definition}
          values={valuesOf(partsOf(definition), template?.components)}
          owner={{ of: "messages", id: bubble.messageId }}
        />
      ) : (
        <MessageText text={bubble.content} />
      )}
    </>
  );
}
