"use client";

import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconNotes } from "@tabler/icons-react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import classes from "./passage-list.module.css";
import { passagesQuery } from "./source-queries.ts";
import type { Passage, Source } from "./source-queries.ts";

/** What was read of a source, passage by passage, as it is searched and said to customers. */
export function SourcePassages({ aiId, source }: { aiId: string; source: Source }) {
  const passages = useInfiniteQuery(passagesQuery(useWorkspaceId(), aiId, source.id));
  return (
    <Stack gap="md">
      <Loaded query={passages} failure="The passages could not be loaded">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <EmptyFace
                icon={<IconNotes size={22} aria-hidden />}
                title="Nothing was read yet"
                message={source.error ? `It could not be read: ${source.error}.` : "It is read within seconds."}
              />
            );
          }
          return (
            <ol className={classes.passages} aria-label="Passages">
              {rows.map((passage) => (
                <PassageItem key={passage.id} passage={passage} />
              ))}
            </ol>
          );
        }}
      </Loaded>
      {passages.hasNextPage ? (
        <Button variant="default" loading={passages.isFetchingNextPage} onClick={() => void passages.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}

function PassageItem({ passage: { heading, content, pageUrl } }: { passage: Passage }) {
  return (
    <li className={classes.passage}>
      {heading ? (
        <Text size="sm" fw={550} dir="auto">
          {heading}
        </Text>
      ) : null}
      <p className={classes.passageText} dir="auto">
        {content}
      </p>
      {pageUrl ? (
        <Anchor href={pageUrl} target="_blank" rel="noreferrer" size="xs" style={{ overflowWrap: "anywhere" }}>
          {pageUrl}
        </Anchor>
      ) : null}
    </li>
  );
}
