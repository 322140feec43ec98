"use client";

import { useLocalStorage } from "@mantine/hooks";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** Names of templates that this browser keeps on top, and how to add or remove one. */
export function useFavourites(): [readonly string[], (name: string) => void] {
  const [names, setNames] = useLocalStorage<string[]>({
    key: `template-favourites-${useWorkspaceId()}`,
    defaultValue: [],
    deserialize: readNames,
  });
  const toggle = (name: string) =>
    setNames((known) => (known.includes(name) ? known.filter((other) => other !== name) : [...known, name]));
  return [names, toggle];
}

function readNames(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
