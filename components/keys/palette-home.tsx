"use client";

import { useLocalStorage } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { Choices } from "./action-registry.ts";
import type { ActionId } from "./actions.ts";
import { paletteLines, withRecent } from "./palette-items.ts";
import { PaletteList } from "./palette-list.tsx";
import { usePaletteItems } from "./use-palette-items.ts";
import { usePalettePeople } from "./use-palette-people.ts";

type Props = {
  onPage: (page: { id: ActionId; choices: NonNullable<Choices[ActionId]> }) => void;
  /** Closes the palette, then calls `run`. */
  onRun: (run: () => void) => void;
};

/** The palette's first page: actions, pages and people. */
export function PaletteHome({ onPage, onRun }: Props) {
  const t = useTranslations("keys.palette");
  const [query, setQuery] = useState("");
  const [recent, setRecent] = useLocalStorage<string[]>({
    key: `palette-recent-${useWorkspaceId()}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const { items, target } = usePaletteItems(onPage);
  const people = usePalettePeople(query);
  return (
    <PaletteList
      label={t("label")}
      target={target}
      placeholder={t("placeholder")}
      query={query}
      onQuery={setQuery}
      lines={paletteLines([...items, ...people.items], query, recent)}
      onPick={(item) => {
        if (item.section !== "people" && item.section !== "target") setRecent((known) => withRecent(known, item.key));
        if (item.isPage) item.run();
        else onRun(item.run);
      }}
      notice={people.isFailed ? t("failed") : people.isSearching ? t("searching") : null}
    />
  );
}
