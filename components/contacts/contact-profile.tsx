"use client";

import { Select, TagsInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { SourceWords } from "../details/source-words.tsx";
import { ContactField } from "./contact-field.tsx";
import classes from "./contacts.module.css";
import type { ContactDetail } from "./documents.ts";
import { useContactChanges } from "./use-contact-changes.ts";
import type { ContactWords } from "./use-contacts.ts";

const FIELDS = ["name", "surname", "phone", "email", "address", "city", "country", "code"] as const;

type Props = { contact: ContactDetail; words: ContactWords; mayEdit: boolean };

/** The contact's profile, editable in place with permission. */
export function ContactProfile({ contact, words, mayEdit }: Props) {
  const t = useTranslations("contacts");
  const format = useFormatter();
  const { patch, change } = useContactChanges(contact.id);
  const stageGone = contact.stageId !== null && !words.stages.some(({ id }) => id === contact.stageId);
  return (
    <section className={classes.block} aria-label={t("profile")}>
      <h3 className={classes.blockTitle}>{t("profile")}</h3>
      <dl className={classes.facts}>
        {FIELDS.map((field) => (
          <ContactField
            key={field}
            label={t(`fields.${field}`)}
            value={contact[field]}
            onSave={mayEdit ? (value) => patch({ [field]: value }) : null}
          />
        ))}
        <ContactField label={t("columns.externalClientId")} value={contact.externalClientId} onSave={null} />
        <div className={classes.fact}>
          <dt>{t("columns.stage")}</dt>
          <dd>
            <Select
              size="xs"
              aria-label={t("columns.stage")}
              placeholder={t("noStage")}
              disabled={!mayEdit}
              clearable
              searchable
              data={[
                ...words.stages.map(({ id, tag }) => ({ value: id, label: tag })),
                ...(stageGone ? [{ value: contact.stageId ?? "", label: t("deletedStage") }] : []),
              ]}
              value={contact.stageId}
              onChange={(stageId) => change({ stageId })}
            />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>{t("columns.tags")}</dt>
          <dd>
            <TagsInput
              size="xs"
              aria-label={t("columns.tags")}
              disabled={!mayEdit}
              data={words.tags}
              value={contact.tags}
              onChange={(tags) => change({ tags })}
            />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>{t("columns.defaultAgent")}</dt>
          <dd>
            <Select
              size="xs"
              aria-label={t("columns.defaultAgent")}
              placeholder={t("noAgent")}
              disabled={!mayEdit}
              clearable
              searchable
              data={words.agents.map(({ id, name }) => ({ value: id, label: name }))}
              value={contact.defaultAgentId}
              onChange={(defaultAgentId) => change({ defaultAgentId })}
            />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>{t("columns.created")}</dt>
          <dd>{format.dateTime(new Date(contact.createdAt), { dateStyle: "medium", timeStyle: "short" })}</dd>
        </div>
        {contact.cameFrom ? (
          <div className={classes.fact}>
            <dt>{t("cameFrom")}</dt>
            <dd>
              <SourceWords source={contact.cameFrom} />
            </dd>
          </div>
        ) : null}
        {contact.lastSeenAt ? (
          <div className={classes.fact}>
            <dt>{t("columns.lastSeen")}</dt>
            <dd>{format.dateTime(new Date(contact.lastSeenAt), { dateStyle: "medium", timeStyle: "short" })}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
