"use client";

import { Anchor, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { safeHref } from "../ui/safe-href.ts";
import { When } from "../ui/when.tsx";
import classes from "./assistants.module.css";
import { readSiteChange } from "./site-change.ts";
import type { Source } from "./source-queries.ts";

/** The pages that were added, changed or removed at the last detected change of a site. */
export function SourceChanges({ source: { lastChange, changedAt } }: { source: Source }) {
  const t = useTranslations("knowledge.changes");
  const { added, changed, gone } = readSiteChange(lastChange);
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {changedAt ? t.rich("seen", { when: () => <When at={changedAt} precise /> }) : t("none")}
      </Text>
      <Pages of="added" urls={added} />
      <Pages of="changed" urls={changed} />
      <Pages of="gone" urls={gone} />
    </Stack>
  );
}

function Pages({ of, urls }: { of: "added" | "changed" | "gone"; urls: string[] }) {
  const t = useTranslations("knowledge.changes");
  if (urls.length === 0) return null;
  return (
    <section>
      <Title order={3}>{t(of, { count: urls.length })}</Title>
      <ul className={classes.addresses}>
        {urls.map((url) => (
          <li key={url}>
            <Anchor href={safeHref(url) ?? undefined} target="_blank" rel="noreferrer" inherit>
              {url}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
