"use client";

import { ActionIcon, Badge, Skeleton, Text, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorFace } from "../ui/error-face.tsx";
import { ClientAvatar } from "./client-avatar.tsx";
import type { ConvRow } from "./documents.ts";
import { EditableField, Fact } from "./editable-field.tsx";
import { useInbox } from "./inbox-context.tsx";
import type { ClientPatch } from "./mutation-documents.ts";
import { clientQuery } from "./queries.ts";
import { StagePicker, TagPicker } from "./tag-picker.tsx";
import { useConvActions } from "./use-conv-actions.ts";
import classes from "./details.module.css";

const FIELDS = [
  ["name", "First name"],
  ["surname", "Last name"],
  ["phone", "Phone"],
  ["email", "E-mail"],
  ["country", "Country"],
  ["code", "Code"],
] as const;

/** Who the customer is; editable in place for those who may. */
export function ContactCard({ row }: { row: ConvRow }) {
  const { workspaceId, viewer } = useInbox();
  const { patchClient } = useConvActions();
  const { data: client, error, refetch } = useQuery(clientQuery(workspaceId, row.clientId));
  const [menu, setMenu] = useState<"tags" | "stage" | null>(null);
  const mayEdit = viewer.permissions.includes("MANAGE_CLIENTS");

  if (error) return <ErrorFace title="The contact could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!client) return <Skeleton height={240} m="md" aria-label="Loading the contact" />;
  const save = (patch: ClientPatch) => patchClient(client.id, patch);

  return (
    <section className={classes.block} aria-label="Contact">
      <div className={classes.person}>
        <ClientAvatar name={row.clientName} url={client.avatarUrl} size={48} />
        <div className={classes.personText}>
          <Text fw={620} size="lg" lineClamp={2} component="h3">
            <bdi>{row.clientName}</bdi>
          </Text>
          {client.deletedAt ? (
            <Badge color="red" variant="light" size="sm">
              Archived
            </Badge>
          ) : null}
        </div>
      </div>
      <dl className={classes.facts}>
        {FIELDS.map(([field, label]) => (
          <EditableField
            key={field}
            label={label}
            value={client[field]}
            onSave={mayEdit ? (value) => save({ [field]: value }) : null}
          />
        ))}
        <Fact label="Stage">
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
                  aria-label={name ? `Stage of the contact: ${name}. Change` : "Choose the stage of the contact"}
                >
                  {name ?? <span className={classes.nothing}>Choose</span>}
                </UnstyledButton>
              ) : (
                (name ?? "–")
              )
            }
          </StagePicker>
        </Fact>
        <Fact label="Tags">
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
                    aria-label="Change tags of the contact"
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
      </dl>
    </section>
  );
}
