"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Assistant } from "./queries.ts";
import { useSaveProperties, type Target } from "./save-properties.ts";
import { basisOf, listProblem, sourcesIn, type NamedSource } from "./sources.ts";

type Change = { change: (sources: NamedSource[]) => NamedSource[]; target: Target };

/**
 * A change of the list of sources, which is saved whole.
 * @returns a mutation, whose `change` may throw an Error in words for people.
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
