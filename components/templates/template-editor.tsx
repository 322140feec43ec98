"use client";

import { Button, Select, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import type { TemplateContact } from "./contact-fields.ts";
import {
  definitionOf,
  draftOf,
  NO_TEMPLATE,
  partsOf,
  type ReadyTemplate,
  type TemplateDraft,
} from "./template-draft.ts";
import { TemplateForm } from "./template-form.tsx";
import { TemplateList } from "./template-list.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { readTemplates, templatesQuery } from "./template-queries.ts";
import classes from "./templates.module.css";
import { TypedTemplate } from "./typed-template.tsx";

type Props = {
  integrationId: string;
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
  /** The draft ready to send (`readyTemplate`), with its problems. */
  ready: ReadyTemplate;
  isStrict: boolean;
  contact: TemplateContact | null;
  /** Whether the preview of the phone is shown beside the fields. Otherwise the page has a place of its own for it. */
  hasPreview?: boolean;
};

/** Chooses and fills a template of the channel, with a preview of the phone. */
export function TemplateEditor({ integrationId, draft, onChange, ready, isStrict, contact, hasPreview = true }: Props) {
  const t = useTranslations("templates");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const options = templatesQuery(workspaceId, integrationId);
  const templates = useQuery(options);
  const refresh = useMutation({
    mutationFn: () => readTemplates({ workspaceId, integrationId, refresh: true }),
    onSuccess: (list) => queryClient.setQueryData(options.queryKey, list),
  });
  return (
    <Loaded query={templates} failure={t("failure")} shape="form" rows={5}>
      {({ nodes, fetchedAt, problem }) => {
        if (fetchedAt === null) return <TypedTemplate draft={draft} onChange={onChange} />;
        const definition = definitionOf(nodes, draft);
        if (!definition) {
          return (
            <>
              {draft.name === "" ? null : (
                <Text size="sm" c="var(--warning-text)" role="alert">
                  {t("gone", { name: draft.name })}
                </Text>
              )}
              <TemplateList
                definitions={nodes}
                fetchedAt={fetchedAt}
                problem={refresh.error?.message ?? problem}
                isRefreshing={refresh.isPending}
                onRefresh={() => refresh.mutate()}
                onChoose={(chosen) => onChange(draftOf(chosen, draft))}
              />
            </>
          );
        }
        const languages = nodes.filter(({ name }) => name === definition.name);
        return (
          <div className={classes.sized}>
            <div className={classes.filling}>
              <div className={classes.fields}>
                <div className={classes.chosen}>
                  <Text fw={600}>{definition.name}</Text>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    leftSection={<IconArrowBackUp size={14} aria-hidden />}
                    onClick={() => onChange(NO_TEMPLATE)}
                  >
                    {t("another")}
                  </Button>
                </div>
                {languages.length > 1 ? (
                  <Select
                    label={t("language")}
                    data={languages.map(({ language, status }) => ({
                      value: language,
                      label: language,
                      disabled: status !== "APPROVED",
                    }))}
                    value={definition.language}
                    onChange={(language) => {
                      const chosen = languages.find((each) => each.language === language);
                      if (chosen) onChange(draftOf(chosen, draft));
                    }}
                    allowDeselect={false}
                  />
                ) : null}
                <TemplateForm
                  parts={partsOf(definition)}
                  values={draft.values}
                  onChange={(values) => onChange({ ...draft, values })}
                  problems={ready.problems}
                  isStrict={isStrict}
                  contact={contact}
                />
              </div>
              {hasPreview ? <TemplatePreview template={definition} values={draft.values} contact={contact} /> : null}
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}
