"use client";

import { AssistantChannelsPanel } from "./assistant-channels-panel.tsx";
import { AssistantFrame } from "./assistant-frame.tsx";
import { AssistantNamePanel } from "./assistant-name-panel.tsx";
import { CheckPanel } from "../evals/check-panel.tsx";
import { DeleteAssistant } from "./delete-assistant.tsx";
import { DraftBanner } from "./draft-banner.tsx";
import { PropertiesPanel } from "./properties-panel.tsx";
import { SourcesPanel } from "./sources-panel.tsx";

/** All settings of an assistant. Each panel saves on its own. */
export function AssistantSettingsPage({ aiId }: { aiId: string }) {
  return (
    <AssistantFrame aiId={aiId}>
      {(assistant) => (
        <>
          <DraftBanner assistant={assistant} />
          {assistant.type === "builtIn" ? <SourcesPanel assistant={assistant} /> : null}
          <PropertiesPanel key={`properties-${aiId}`} assistant={assistant} />
          <CheckPanel key={`check-${aiId}-${assistant.versionNumber}-${assistant.draft?.id}`} assistant={assistant} />
          <AssistantChannelsPanel channels={assistant.channels} />
          <AssistantNamePanel key={assistant.name} assistant={assistant} />
          <DeleteAssistant assistant={assistant} />
        </>
      )}
    </AssistantFrame>
  );
}
