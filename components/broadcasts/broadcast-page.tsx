"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ApiError } from "../graphql/gql-request.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { definitionOf, NO_TEMPLATE } from "../templates/template-draft.ts";
import { templatesQuery } from "../templates/template-queries.ts";
import { BackLink } from "../ui/back-link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { BroadcastActions } from "./broadcast-actions.tsx";
import { BroadcastComposer } from "./broadcast-composer.tsx";
import { BroadcastDetail } from "./broadcast-detail.tsx";
import { formOf } from "./broadcast-form.ts";
import { Moment, StateBadge } from "./broadcast-row.tsx";
import { broadcastQuery, type Broadcast } from "./queries.ts";
import { useLaunchOf } from "./use-launch.ts";
import { useLiveBroadcasts } from "./use-live-broadcasts.ts";

/** Receipts arrive for some time after the last message was sent, and no event reports each of them. */
const RECEIPTS_MS = 5_000;
const RECEIPTS_FOR_MS = 24 * 3_600_000;

/** One broadcast: the editor for a draft, otherwise its progress and results. */
export function BroadcastPage({ broadcastId }: { broadcastId: string }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const { isLaunching } = useLaunchOf(broadcastId);
  const query = useQuery({
    ...broadcastQuery(workspaceId, broadcastId),
    select: (stored): Broadcast => (isLaunching ? { ...stored, state: "inProgress" } : stored),
    refetchInterval: ({ state: { data } }) =>
      data?.startedAt && Date.now() - Date.parse(data.startedAt) < RECEIPTS_FOR_MS ? RECEIPTS_MS : false,
  });
  useLiveBroadcasts();
  const back = <BackLink href={paths.broadcasts(workspaceId)} label={t("title")} />;
  const broadcast = query.data;
  return (
    <Page
      isWide
      title={broadcast?.name ?? t("one")}
      description={
        broadcast ? (
          <>
            <StateBadge state={broadcast.state} /> <Moment broadcast={broadcast} />
          </>
        ) : undefined
      }
      above={back}
      actions={broadcast && !isLaunching ? <BroadcastActions broadcast={broadcast} /> : undefined}
    >
      <Loaded query={query} failure={t("oneFailure")} shape="panels">
        {(stored) =>
          stored.state === "draft" && stored.retryOfId === null ? (
            <DraftEditor key={contentOf(stored)} draft={stored} />
          ) : (
            <BroadcastDetail broadcast={stored} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** The editable content, as the editor's key: if the stored content changes, the form starts again with it. */
function contentOf({
  id,
  name,
  integrationId,
  templateName,
  templateLang,
  templateComponents,
  ...target
}: Broadcast): string {
  const { clientIds, clientTags, clientStageId, country, segmentId, excludeSegmentIds } = target;
  const template = [templateName, templateLang, templateComponents];
  const whom = [clientIds, clientTags, clientStageId, country, segmentId, excludeSegmentIds];
  return JSON.stringify([id, name, integrationId, template, whom]);
}

/** Loads the template list first: it says which value belongs to which variable. */
function DraftEditor({ draft }: { draft: Broadcast }) {
  const t = useTranslations("broadcasts");
  const templates = useQuery(templatesQuery(useWorkspaceId(), draft.integrationId));
  // The channel sends no templates any more. Another one can be chosen.
  if (templates.error instanceof ApiError && templates.error.code === "BAD_INPUT") {
    return <BroadcastComposer initial={formOf(draft, null)} />;
  }
  return (
    <Loaded query={templates} failure={t("oneFailure")} shape="panels">
      {({ nodes }) => {
        const named = { ...NO_TEMPLATE, name: draft.templateName, language: draft.templateLang ?? "" };
        // A draft without a language means the template's only language.
        const own = nodes.filter(({ name }) => name === draft.templateName);
        const definition = definitionOf(nodes, named) ?? (own.length === 1 ? (own[0] ?? null) : null);
        return <BroadcastComposer initial={formOf(draft, definition)} />;
      }}
    </Loaded>
  );
}
