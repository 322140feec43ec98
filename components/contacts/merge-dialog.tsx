"use client";

import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { done } from "../ui/toasts.tsx";
import { contactName } from "./contact-name.ts";
import classes from "./contacts.module.css";
import type { Contact, MergeValue } from "./documents.ts";
import { contactKeys, mergeContacts } from "./queries.ts";
import type { ContactWords } from "./use-contacts.ts";

type Props = { contact: Contact; other: Contact | null; words: ContactWords; onClose: () => void };

/** Compares two contacts field by field to choose which values stay. The contact that was open remains. */
export function MergeDialog({ contact, other, words, onClose }: Props) {
  const t = useTranslations("contacts");
  return (
    <Modal opened={other !== null} onClose={onClose} size="xl" title={t("merge.title")}>
      {other ? <MergeForm key={other.id} contact={contact} other={other} words={words} onClose={onClose} /> : null}
    </Modal>
  );
}

function MergeForm({ contact, other, words, onClose }: Props & { other: Contact }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const [taken, setTaken] = useState<ReadonlySet<MergeField>>(new Set());
  const merge = useMutation({
    mutationFn: () => mergeContacts(workspaceId, contact.id, other.id, mergeValues(contact, other, taken)),
    onSuccess: () => {
      onClose();
      done(t("merge.done"));
      void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) });
    },
  });
  const shown = (field: MergeField, of: Contact) => {
    const value = of[field];
    if (field === "stageId") return words.stages.find(({ id }) => id === value)?.tag ?? value;
    if (field === "defaultAgentId") return words.agents.find(({ id }) => id === value)?.name ?? value;
    return value;
  };
  const fields = MERGE_FIELDS.filter((field) => contact[field] !== null || other[field] !== null);
  const sides = [contact, other];
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("merge.what")}
      </Text>
      <div className={classes.wide}>
        <table className={classes.mergeTable}>
          <thead>
            <tr>
              <th scope="col">{t("merge.field")}</th>
              <th scope="col">{t("merge.stays", { name: contactName(contact) || t("noName") })}</th>
              <th scope="col">{t("merge.goes", { name: contactName(other) || t("noName") })}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const isChoice = contact[field] !== null && other[field] !== null && contact[field] !== other[field];
              return (
                <tr key={field}>
                  <th scope="row">{t(`fields.${field}`)}</th>
                  {sides.map((side, index) => (
                    <td key={side.id}>
                      {isChoice ? (
                        <Radio
                          size="xs"
                          name={`merge-${field}`}
                          label={<bdi>{shown(field, side)}</bdi>}
                          checked={taken.has(field) === (index === 1)}
                          onChange={() => setTaken(index === 1 ? new Set([...taken, field]) : minus(taken, field))}
                        />
                      ) : (
                        <bdi>{shown(field, side) ?? "–"}</bdi>
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            <tr>
              <th scope="row">{t("columns.tags")}</th>
              <td>{contact.tags.join(", ") || "–"}</td>
              <td>{other.tags.join(", ") || "–"}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <FormProblem>{merge.error?.message}</FormProblem>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button loading={merge.isPending} onClick={() => merge.mutate()}>
          {t("merge.do")}
        </Button>
      </Group>
    </Stack>
  );
}

function minus(taken: ReadonlySet<MergeField>, field: MergeField): ReadonlySet<MergeField> {
  return new Set([...taken].filter((other) => other !== field));
}

/** The fields to compare, in profile order. */
const MERGED: Record<Exclude<MergeValue["field"], "avatarUrl">, true> = {
  name: true,
  surname: true,
  phone: true,
  email: true,
  address: true,
  city: true,
  country: true,
  code: true,
  stageId: true,
  defaultAgentId: true,
};
const MERGE_FIELDS = Object.keys(MERGED) as (keyof typeof MERGED)[];
type MergeField = (typeof MERGE_FIELDS)[number];

/** The choices to send: fields where both contacts have a value and the other one's was chosen. */
function mergeValues(contact: Contact, other: Contact, taken: ReadonlySet<MergeField>): MergeValue[] {
  return MERGE_FIELDS.filter((field) => taken.has(field) && contact[field] !== null && other[field] !== null).map(
    (field) => ({ field, clientId: other.id }),
  );
}
