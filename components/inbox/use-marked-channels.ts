"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { channelsQuery } from "./queries.ts";
import { drawsMarks } from "./text-marks.ts";

/** The ids of the workspace's channels that draw marks; of one that is gone only the open conversation still knows what it was. */
export function useMarkedChannels({ integrationId, integrationType }: ConvRow): ReadonlySet<string> {
  const channels = useQuery(channelsQuery(useInbox().workspaceId)).data;
  return useMemo(() => {
    const known = [...(channels ?? []), { id: integrationId, type: integrationType }];
    return new Set(known.filter(({ type }) => drawsMarks(type)).map(({ id }) => id));
  }, [channels, integrationId, integrationType]);
}
