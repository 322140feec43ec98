"use client";

import { ActionIcon, Badge, NativeSelect, Text, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorFace } from "../ui/error-face.tsx";
import { OfflineWords } from "../ui/offline-words.tsx";
import { ClientAvatar } from "./client-avatar.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { ClientIdentities } from "./client-identities.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { EditableField, Fact } from "./editable-field.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { localTime } from "../composer/local-time.ts";
import type { ClientPatch } from "../inbox/mutation-documents.ts";
import { agentsQuery, clientQuery } from "../inbox/queries.ts";
import { StagePicker, TagPicker } from "./tag-picker.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { useNow } from "../ui/use-now.ts";
import classes from "./details.module.css";

const FIELDS = ["name", "surname", "phone", "email", "country", "code"] as const;

/** The contact's data. Editable in place with the permission. */
export function ContactCard({ row }: { row: ConvRow }) {
  const { workspaceId, viewer } = useInbox();
  const { patchClient } = useConvActions();
  const { data: client, error, refetch, isPaused } = useQuery(clientQuery(workspaceId, row.clientId));
  const [menu, setMenu] = useState<"tags" | "stage" | null>(null);
  const t = useTranslations("thread.pane");
  const card = useTranslations("inbox.card");
  const mayEdit = viewer.permissions.includes("MANAGE_CLIENTS");

  if (error) return <ErrorFace title={card("failure")} error={error} onRetry={() => void refetch()} />;
  if (!client && isPaused) return <OfflineWords />;
  if (!client) return <CardSkeleton />;
  const save = (patch: ClientPatch) => patchClient(client.id, patch);

  return (
    <>
      <div className={classes.person}>
        <ClientAvatar clientId={client.id} name={row.clientName} url={client.avatarUrl} size={44} />
        <div className={classes.personText}>
          <Text fw={600} size="lg" lineClamp={2} component="h3">
            <bdi>{row.clientName}</bdi>
          </Text>
          {client.deletedAt || client.optedOutAt ? (
            <Badge color="red" variant="light" size="sm" title={client.optedOutAt ? t("optedOutMeans") : undefined}>
              {client.optedOutAt ? t("optedOut") : t("archived")}
            </Badge>
          ) : null}
        </div>
      </div>
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
            isOpen={menu === "stage"}
            onOpenChange={(isOpen) => setMenu(isOpen ? "stage" : null)}
            onChange={(stageId) => void save({ stageId })}
          >
            {(toggle, name) =>
              mayEdit ? (
                <UnstyledButton
                  className={classes.edit}
                  onClick={toggle}
                  aria-expanded={menu === "stage"}
                  aria-label={name ? card("stageOf", { stage: name }) : card("chooseStage")}
                >
                  {name ?? <span className={classes.nothing}>{card("choose")}</span>}
                </UnstyledButton>
              ) : (
                (name ?? "–")
              )
            }
          </StagePicker>
        </Fact>
        <Fact label={card("tags")}>
          <span className={classes.tags}>
            {client.tags.map((tag) => (
              <Badge key={tag} variant="default" size="sm" className={classes.tag}>
                {tag}
              </Badge>
            ))}
            {mayEdit ? (
              <TagPicker
                type="client"
                tags={client.tags}
                isOpen={menu === "tags"}
                onOpenChange={(isOpen) => setMenu(isOpen ? "tags" : null)}
                onChange={(tags) => void save({ tags })}
              >
                {(toggle) => (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={card("changeTags")}
                    aria-expanded={menu === "tags"}
                    onClick={toggle}
                  >
                    <IconPlus size={14} aria-hidden />
                  </ActionIcon>
                )}
              </TagPicker>
            ) : null}
          </span>
        </Fact>
        <DefaultAgent
          agentId={client.defaultAgentId}
          onChange={mayEdit ? (defaultAgentId) => void save({ defaultAgentId }) : null}
        />
        {client.country ? <LocalTime country={client.country} /> : null}
        <ClientIdentities identities={client.identities} />
      </dl>
    </>
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

/** The contact's local time, so that the agent knows whether to call or to expect an answer. */
function LocalTime({ country }: { country: string }) {
  const t = useTranslations("thread.pane");
  const time = localTime(country, useNow(), useLocale());
  return <Fact label={t("localTime")}>{time ?? <span className={classes.nothing}>{t("unknown")}</span>}</Fact>;
}
