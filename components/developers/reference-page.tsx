"use client";

import { Anchor, Group, SegmentedControl, Text, TextInput, Title, useComputedColorScheme } from "@mantine/core";
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
  const [kind, setKind] = useState("graphql");
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const found = ENDPOINTS.map((endpoint) => ({ ...endpoint, sections: searchOperations(endpoint, words) }));
  const isEmpty = found.every(({ sections }) => sections.length === 0);
  return (
    <SettingsFrame
      isWide
      page="apiReference"
      actions={
        <Group gap="md">
          <SegmentedControl
            aria-label={t("kind")}
            data={[
              { value: "graphql", label: t("graphql") },
              { value: "rest", label: t("rest") },
            ]}
            value={kind}
            onChange={setKind}
          />
          <Anchor href="/docs" size="sm">
            {t("docs")}
          </Anchor>
          <Anchor href="/api-reference.md" size="sm">
            {t("markdown")}
          </Anchor>
        </Group>
      }
    >
      {kind === "rest" ? (
        <div className={classes.viewer}>
          <iframe className={classes.frame} title={t("rest")} src={`/docs/rest?theme=${theme}`} />
        </div>
      ) : (
        <>
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
        </>
      )}
    </SettingsFrame>
  );
}
