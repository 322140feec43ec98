"use client";

import { useQuery } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { webchatQuery } from "./queries.ts";
import { WebchatIdentity } from "./webchat-identity.tsx";
import { WebchatLooks } from "./webchat-looks.tsx";
import { WebchatSnippet } from "./webchat-snippet.tsx";

/** What only a web chat has: its script, its looks with a live preview, and how a site proves who its visitors are. */
export function WebchatPanel({ integrationId }: { integrationId: string }) {
  const webchat = useQuery(webchatQuery(useWorkspaceId(), integrationId));
  return (
    <Loaded query={webchat} failure="The web chat could not be loaded" rows={6}>
      {(settings) => (
        <>
          <WebchatSnippet settings={settings} />
          <WebchatLooks settings={settings} />
          <WebchatIdentity settings={settings} />
        </>
      )}
    </Loaded>
  );
}
