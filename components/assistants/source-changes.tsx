"use client";

import { Anchor, Stack, Text, Title } from "@mantine/core";
import { When } from "../ui/when.tsx";
import classes from "./assistants.module.css";
import { readSiteChange } from "./site-change.ts";
import type { Source } from "./source-queries.ts";

/** Which pages of a site were new, other or gone when it was last seen to have changed. */
export function SourceChanges({ source: { lastChange, changedAt } }: { source: Source }) {
  const { added, changed, gone } = readSiteChange(lastChange);
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {changedAt ? (
          <>
            Seen <When at={changedAt} precise />
          </>
        ) : (
          "Nothing has changed since it was first read."
        )}
      </Text>
      <Pages of="New" urls={added} />
      <Pages of="Changed" urls={changed} />
      <Pages of="Gone" urls={gone} />
    </Stack>
  );
}

function Pages({ of, urls }: { of: string; urls: string[] }) {
  if (urls.length === 0) return null;
  return (
    <section>
      <Title order={3}>
        {of} ({urls.length})
      </Title>
      <ul className={classes.addresses}>
        {urls.map((url) => (
          <li key={url}>
            <Anchor href={url} target="_blank" rel="noreferrer" inherit>
              {url}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
