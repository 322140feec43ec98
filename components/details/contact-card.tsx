"use client";

import { NativeSelect, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Stage } from "../ui/tag.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { OfflineWords } from "../ui/offline-words.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { ClientIdentities } from "./client-identities.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { EditableField, Fact } from "./editable-field.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import type { ClientPatch } from "../inbox/mutation-documents.ts";
import { agentsQuery, clientQuery } from "../inbox/queries.ts";
import { StagePicker } from "./tag-picker.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import classes from "./details.module.css";

const FIELDS = ["name", "surname", "phone", "email", "country", "code"] as const;

/** The contact's data. Editable in place with the permission. */
export function ContactCard({ row }: { row: ConvRow }) {
  const { workspaceId, viewer } = useInbox();
  const { patchClient } = useConvActions();
  const { data: client, error, refetch, isPaused } = useQuery(clientQuery(workspaceId, row.clientId));
  const [isChoosing, setChoosing] = useState(false);
  const card = useTranslations("inbox.card");
  const mayEdit = viewer.permissions.includes("MANAGE_CLIENTS");

  if (error) return <ErrorFace title={card("failure")} error={error} onRetry={() => void refetch()} />;
  if (!client && isPaused) return <OfflineWords />;
  if (!client) return <CardSkeleton />;
  const save = (patch: ClientPatch) => patchClient(client.id, patch);

  return (
    <dl className={classes.facts}>
      {FIELDS.map((field) => (
        <EditableField
          key={field}
          label={card(`fields.${field}`)}
          value={client[field]}
          onSave={mayEdit ? (value) => save({ [field]: value }) : null}
        />
      ))}
      <Fact label={card("stage")}>
        <StagePicker
          type="clientStage"
          stageId={client.stageId}
          isOpen={isChoosing}
          onOpenChange={setChoosing}
          onChange={(stageId) => void save({ stageId })}
        >
          {(toggle, stage) =>
            mayEdit ? (
              <UnstyledButton
                className={classes.edit}
                onClick={toggle}
                aria-expanded={isChoosing}
                aria-label={stage ? card("stageOf", { stage: stage.name }) : card("chooseStage")}
              >
                {stage ? <Stage {...stage} /> : <span className={classes.nothing}>{card("choose")}</span>}
              </UnstyledButton>
            ) : stage ? (
              <Stage {...stage} />
            ) : (
              "–"
            )
          }
        </StagePicker>
      </Fact>
      <DefaultAgent
        agentId={client.defaultAgentId}
        onChange={mayEdit ? (defaultAgentId) => void save({ defaultAgentId }) : null}
      />
      <ClientIdentities identities={client.identities} />
    </dl>
  );
}

/** The agent who gets the contact's new conversations first. */
function DefaultAgent({
  agentId,
  onChange,
}: {
  agentId: string | null;
  onChange: ((agentId: string | null) => void) | null;
}) {
  const t = useTranslations("thread.pane");
  const agents = useQuery(agentsQuery(useInbox().workspaceId)).data ?? [];
  const nameOf = ({ name, surname }: (typeof agents)[number]) => [name, surname].filter(Boolean).join(" ");
  const agent = agents.find(({ id }) => id === agentId);
  return (
    <Fact label={t("defaultAgent")}>
      {onChange ? (
        <NativeSelect
          size="xs"
          aria-label={t("defaultAgent")}
          value={agentId ?? ""}
          data={[{ value: "", label: t("nobody") }, ...agents.map((each) => ({ value: each.id, label: nameOf(each) }))]}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      ) : (
        ((agent && nameOf(agent)) ?? "–")
      )}
    </Fact>
  );
}
