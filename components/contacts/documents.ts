import type { ResultOf, VariablesOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";

const CONTACT = graphql(`
  fragment Contact on Client @_unmask {
    id
    name
    surname
    phone
    email
    address
    city
    country
    code
    avatarUrl
    externalClientId
    tags
    stageId
    defaultAgentId
    createdAt
    deletedAt
    archivedBy
    optedOutAt
    mergedIntoId
  }
`);

export const CONTACTS = graphql(
  `
    query Contacts($input: ClientsInput!) {
      clients(input: $input) {
        nodes {
          ...Contact
          integrationIds
          lastSeenAt
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [CONTACT],
);

export const CONTACT_COUNT = graphql(`
  query ContactCount($input: ClientsInput!) {
    clients(input: $input) {
      pageInfo {
        count
      }
    }
  }
`);

export const CONTACT_DETAIL = graphql(
  `
    query ContactDetail($input: ClientInput!) {
      client(input: $input) {
        ...Contact
        integrationIds
        lastSeenAt
        cameFrom {
          sourceType
          sourceUrl
          ad {
            headline
            text
          }
        }
        identities {
          scope
          externalId
          verifiedAt
          marketingStoppedOn
          broughtById
        }
      }
    }
  `,
  [CONTACT],
);

export const TIMELINE = graphql(`
  query ContactTimeline($input: ClientTimelineInput!) {
    clientTimeline(input: $input) {
      nodes {
        id
        kind
        at
        title
        isOver
        convId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const DUPLICATES = graphql(
  `
    query PossibleDuplicates($input: PossibleDuplicatesInput!) {
      possibleDuplicates(input: $input) {
        nodes {
          client {
            ...Contact
          }
          reasons
        }
      }
    }
  `,
  [CONTACT],
);

export const MERGES = graphql(`
  query ContactMerges($input: ClientMergesInput!) {
    clientMerges(input: $input) {
      nodes {
        id
        names
        createdAt
        undoneAt
        undoableUntil
      }
    }
  }
`);

const DATA_REQUEST = graphql(`
  fragment DataRequest on ClientDataRequest @_unmask {
    id
    kind
    state
    totalCount
    doneCount
    url
    expiresAt
    createdAt
  }
`);

export const DATA_REQUESTS = graphql(
  `
    query ContactDataRequests($input: ClientDataRequestsInput!) {
      clientDataRequests(input: $input) {
        nodes {
          ...DataRequest
        }
      }
    }
  `,
  [DATA_REQUEST],
);

export const EXPORT_DATA = graphql(`
  mutation ExportContactData($input: ClientDataExportInput!) {
    exportClientData(input: $input) {
      id
    }
  }
`);

export const ERASE = graphql(`
  mutation EraseContact($input: ClientEraseInput!) {
    eraseClient(input: $input) {
      id
    }
  }
`);

export const CREATE = graphql(`
  mutation CreateContact($input: ClientCreateInput!) {
    createClient(input: $input) {
      id
    }
  }
`);

export const PATCH = graphql(`
  mutation PatchContact($input: ClientPatchInput!) {
    patchClient(input: $input) {
      id
    }
  }
`);

export const ARCHIVE = graphql(`
  mutation ArchiveContact($input: ClientArchiveInput!) {
    archiveClient(input: $input) {
      id
    }
  }
`);

export const UNARCHIVE = graphql(`
  mutation UnarchiveContact($input: ClientArchiveInput!) {
    unarchiveClient(input: $input) {
      id
    }
  }
`);

export const MERGE = graphql(`
  mutation MergeContacts($input: ClientMergeInput!) {
    mergeClients(input: $input) {
      id
    }
  }
`);

export const UNDO_MERGE = graphql(`
  mutation UndoMerge($input: MergeUndoInput!) {
    undoMerge(input: $input) {
      id
    }
  }
`);

export const BULK_PATCH = graphql(`
  mutation BulkPatchContacts($input: ClientBulkPatchInput!) {
    bulkPatchClients(input: $input) {
      changedIds
      refused {
        id
        message
      }
    }
  }
`);

export type Contact = ResultOf<typeof CONTACT>;
export type ContactRow = ResultOf<typeof CONTACTS>["clients"]["nodes"][number];
export type ContactPage = ResultOf<typeof CONTACTS>["clients"];
export type ContactDetail = ResultOf<typeof CONTACT_DETAIL>["client"];
export type TimelineEntry = ResultOf<typeof TIMELINE>["clientTimeline"]["nodes"][number];
export type DataRequest = ResultOf<typeof DATA_REQUEST>;
export type ContactPatch = Omit<VariablesOf<typeof PATCH>["input"], "workspaceId" | "id">;
export type BulkPatch = Omit<VariablesOf<typeof BULK_PATCH>["input"], "workspaceId" | "ids">;
export type MergeValue = NonNullable<VariablesOf<typeof MERGE>["input"]["values"]>[number];
