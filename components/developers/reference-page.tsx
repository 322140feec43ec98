"use client";

import { Anchor, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Panel } from "../ui/panel.tsx";
import { ENDPOINTS, searchOperations } from "./api-reference.ts";
import { ReferenceEntry } from "./reference-entry.tsx";
import { ReferenceTypes } from "./reference-types.tsx";
import classes from "./reference.module.css";

/** Every API operation with an example that can be run. */
export function ReferencePage() {
  const t = useTranslations("developers.reference");
  const [words, setWords] = useState("");
  const found = ENDPOINTS.map((endpoint) => ({ ...endpoint, sections: searchOperations(endpoint, words) }));
  const isEmpty = found.every(({ sections }) => sections.length === 0);
  return (
    <SettingsFrame
      isWide
      page="apiReference"
      actions={
        <Anchor href="/api-reference.md" size="sm">
          {t("markdown")}
        </Anchor>
      }
    >
      <TextInput
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {isEmpty ? <EmptyFace picture="nothingFound" title={t("noneTitle")} message={t("none")} /> : null}
      {found.map(({ path, sections, types }) =>
        sections.length === 0 ? null : (
          <section key={path} className={classes.endpoint} aria-label={`POST ${path}`}>
            <Title order={2} className={classes.path}>
              POST {path}
            </Title>
            {sections.map(({ title, operations }) => (
              <Panel key={title} title={title} flush>
                {operations.map((operation) => (
                  <ReferenceEntry key={operation.name} path={path} operation={operation} />
                ))}
              </Panel>
            ))}
            {words.trim() === "" ? <ReferenceTypes types={types} /> : null}
          </section>
        ),
      )}
      <Text size="sm" c="dimmed">
        {t("capitals")}
      </Text>
    </SettingsFrame>
  );
}
