"use client";

import { Anchor, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { safeHref } from "../ui/safe-href.ts";
import { MoreButton } from "../ui/more-button.tsx";
import classes from "./passage-list.module.css";
import { passagesQuery, type Passage, type Source } from "./source-queries.ts";

/** The passages of a source, as the assistant searches them and quotes them to contacts. */
export function SourcePassages({ aiId, source }: { aiId: string; source: Source }) {
  const t = useTranslations("knowledge.passages");
  const say = useServiceWords();
  const passages = useInfiniteQuery(passagesQuery(useWorkspaceId(), aiId, source.id));
  return (
    <Stack gap="md">
      <Loaded query={passages} failure={t("failed")}>
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <EmptyFace
                picture="list"
                title={t("none")}
                message={source.error ? t("error", { error: say(source.error, source.errorWording) }) : t("soon")}
              />
            );
          }
          return (
            <ol className={classes.passages} aria-label={t("label")}>
              {rows.map((passage) => (
                <PassageItem key={passage.id} passage={passage} />
              ))}
            </ol>
          );
        }}
      </Loaded>
      <MoreButton query={passages}>{t("more")}</MoreButton>
    </Stack>
  );
}

function PassageItem({ passage: { heading, content, pageUrl } }: { passage: Passage }) {
  const href = safeHref(pageUrl);
  return (
    <li className={classes.passage}>
      {heading ? (
        <Text size="sm" fw={500} dir="auto">
          {heading}
        </Text>
      ) : null}
      <p className={classes.passageText} dir="auto">
        {content}
      </p>
      {href ? (
        <Anchor href={href} target="_blank" rel="noreferrer" size="xs" style={{ overflowWrap: "anywhere" }}>
          {pageUrl}
        </Anchor>
      ) : null}
    </li>
  );
}
