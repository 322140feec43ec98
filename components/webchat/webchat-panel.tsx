"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { webchatQuery } from "./queries.ts";
import { WebchatIdentity } from "./webchat-identity.tsx";
import { WebchatLooks } from "./webchat-looks.tsx";
import { WebchatSnippet } from "./webchat-snippet.tsx";

/** What only a web chat has: its script, its looks with a live preview, and how a site proves who its visitors are. */
export function WebchatPanel({ integrationId }: { integrationId: string }) {
  const t = useTranslations("webchat");
  const webchat = useQuery(webchatQuery(useWorkspaceId(), integrationId));
  return (
    <Loaded query={webchat} failure={t("failure")} rows={6}>
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
