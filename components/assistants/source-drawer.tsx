"use client";

import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Assistant } from "./queries.ts";
import { SourceChanges } from "./source-changes.tsx";
import { SourcePassages } from "./source-passages.tsx";
import type { Source } from "./source-queries.ts";
import { SiteSourceForm } from "./source-site-form.tsx";
import { TextSourceForm } from "./source-text-form.tsx";

/** What the drawer shows: a form for a new source, or one of the sources. */
export type Opened =
  /** `source`: the page to edit. null: a new page, initially titled `title`. */
  | { kind: "text"; source: Source | null; title?: string }
  | { kind: "site" }
  | { kind: "passages" | "changes"; source: Source };

type Props = {
  assistant: Assistant;
  opened: Opened | null;
  onClose: () => void;
};

export function SourceDrawer({ assistant, opened, onClose }: Props) {
  const t = useTranslations("knowledge");
  return (
    <Drawer
      opened={opened !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={opened ? titleOf(opened, t) : ""}
      // A click outside the drawer must not discard typed text.
      closeOnClickOutside={opened?.kind === "passages" || opened?.kind === "changes"}
    >
      {opened ? <Inside assistant={assistant} opened={opened} onClose={onClose} /> : null}
    </Drawer>
  );
}

function Inside({ assistant, opened, onClose }: Props & { opened: Opened }) {
  switch (opened.kind) {
    case "text":
      return (
        <TextSourceForm assistant={assistant} source={opened.source} title={opened.title ?? ""} onDone={onClose} />
      );
    case "site":
      return <SiteSourceForm assistant={assistant} onDone={onClose} />;
    case "passages":
      return <SourcePassages aiId={assistant.id} source={opened.source} />;
    case "changes":
      return <SourceChanges source={opened.source} />;
  }
}

function titleOf(opened: Opened, t: ReturnType<typeof useTranslations<"knowledge">>): string {
  switch (opened.kind) {
    case "text":
      return opened.source ? t("page.edit") : t("writePage");
    case "site":
      return t("addSite");
    case "passages":
      return t("passages.title", { title: opened.source.title });
    case "changes":
      return t("changes.title", { title: opened.source.title });
  }
}
