"use client";

import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { tagsQuery } from "./queries.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { TagList } from "./tag-list.tsx";

/** `conv` is an older spelling of `conversation`: the two are one list. */
const LISTS = [
  { type: "convStage", title: "Conversation stages", description: "How far a conversation has come" },
  { type: "clientStage", title: "Client stages", description: "How far a client has come" },
  { type: "conversation", title: "Conversation tags", description: "What a conversation is about" },
  { type: "client", title: "Client tags", description: "What a client is; broadcasts choose by them" },
  { type: "message", title: "Message tags", description: "What a message is" },
  { type: "common", title: "Common tags", description: "Offered everywhere" },
] as const;

export function TagsPage() {
  const tags = useQuery(tagsQuery(useWorkspaceId()));
  return (
    <SettingsFrame tab="tags">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {LISTS.map(({ type, title, description }) => (
          <Panel key={type} title={title} description={description}>
            <Loaded query={tags} failure="The tags could not be loaded" rows={3}>
              {(rows) => (
                <TagList
                  type={type}
                  title={title}
                  tags={rows.filter((tag) => (tag.type === "conv" ? "conversation" : tag.type) === type)}
                />
              )}
            </Loaded>
          </Panel>
        ))}
      </SimpleGrid>
    </SettingsFrame>
  );
}
