import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const FIELDS = graphql(`
  fragment Settings on WorkspaceSettings @_unmask {
    name
    convTTL
    optOutKeyword
    optInKeyword
    autoUnarchiveOnMessage
    requiresTwoFactor
    storage {
      usedBytes
      quotaBytes
    }
    sla {
      firstResponseMinutes
      nextResponseMinutes
      timeZone
      hours {
        day
        from
        to
      }
    }
    testNums {
      phone
      active
    }
  }
`);

const SETTINGS = graphql(
  `
    query WorkspaceSettings($input: WorkspaceSettingsInput!) {
      workspaceSettings(input: $input) {
        ...Settings
      }
    }
  `,
  [FIELDS],
);

const PATCH_SETTINGS = graphql(
  `
    mutation PatchWorkspaceSettings($input: WorkspaceSettingsPatchInput!) {
      patchWorkspaceSettings(input: $input) {
        ...Settings
      }
    }
  `,
  [FIELDS],
);

const PATCH_AGENT = graphql(`
  mutation PatchAgent($input: AgentPatchInput!) {
    patchAgent(input: $input) {
      id
    }
  }
`);

const CREATE_TAG = graphql(`
  mutation CreateTag($input: TagCreateInput!) {
    createTag(input: $input) {
      id
    }
  }
`);

const PATCH_TAGS = graphql(`
  mutation PatchTags($input: TagBulkPatchInput!) {
    bulkPatchTags(input: $input)
  }
`);

const DELETE_TAG = graphql(`
  mutation DeleteTag($input: TagDeleteInput!) {
    deleteTag(input: $input) {
      id
    }
  }
`);

export type WorkspaceSettings = ResultOf<typeof FIELDS>;

export const settingsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "settings"],
    queryFn: async ({ signal }) => (await gqlRequest(SETTINGS, { workspaceId }, { signal })).workspaceSettings,
  });

export const patchSettings = async (input: VariablesOf<typeof PATCH_SETTINGS>["input"]) =>
  (await gqlRequest(PATCH_SETTINGS, input)).patchWorkspaceSettings;
export const patchAgent = (input: VariablesOf<typeof PATCH_AGENT>["input"]) => gqlRequest(PATCH_AGENT, input);
export const createTag = (input: VariablesOf<typeof CREATE_TAG>["input"]) => gqlRequest(CREATE_TAG, input);
export const patchTags = (input: VariablesOf<typeof PATCH_TAGS>["input"]) => gqlRequest(PATCH_TAGS, input);
export const deleteTag = (input: VariablesOf<typeof DELETE_TAG>["input"]) => gqlRequest(DELETE_TAG, input);
