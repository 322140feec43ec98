"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Assistant } from "./queries.ts";
import { useSaveProperties, type Target } from "./save-properties.ts";
import { basisOf, listProblem, sourcesIn, type NamedSource } from "./sources.ts";

type Change = { change: (sources: NamedSource[]) => NamedSource[]; target: Target };

/**
 * Changes the list of sources. The list is always saved as a whole.
 * @returns a mutation. Its `change` may throw an Error with a message for people.
 */
export function useSaveSources(assistant: Assistant) {
  const t = useTranslations("knowledge");
  const { mutateAsync } = useSaveProperties(assistant);
  return useMutation({
    mutationFn: async ({ change, target }: Change) => {
      const sources = change(sourcesIn(basisOf(assistant)));
      const problem = listProblem(sources, t);
      if (problem) throw new Error(problem);
      await mutateAsync({ properties: { sources }, target });
    },
  });
}
