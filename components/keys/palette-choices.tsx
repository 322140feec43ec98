"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Choices } from "./action-registry.ts";
import type { ActionId } from "./actions.ts";
import { paletteLines } from "./palette-items.ts";
import { PaletteList } from "./palette-list.tsx";

type Props = {
  title: string;
  choices: NonNullable<Choices[ActionId]>;
  onBack: () => void;
  onRun: (run: () => void) => void;
};

/** The choices of an action, as a page of the palette. Backspace in the empty field goes back. */
export function PaletteChoices({ title, choices, onBack, onRun }: Props) {
  const t = useTranslations("keys.palette");
  const [query, setQuery] = useState("");
  const offered = useQuery({
    queryKey: ["palette", "choices", useId()],
    queryFn: async () => await choices(),
    staleTime: Infinity,
    gcTime: 0,
  });
  const items = (offered.data ?? []).map(({ id, ...choice }) => ({ ...choice, key: id, section: "actions" as const }));
  return (
    <PaletteList
      label={title}
      placeholder={title}
      query={query}
      onQuery={setQuery}
      lines={paletteLines(items, query, [])}
      onPick={(item) => onRun(item.run)}
      onBack={onBack}
      notice={offered.isPending ? t("searching") : offered.isError ? offered.error.message : null}
    />
  );
}
