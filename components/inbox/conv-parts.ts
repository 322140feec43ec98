import type { ResultOf } from "gql.tada";
import { carrier } from "../graphql/carrier.ts";
import { ApiError, gqlQuery } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { MESSAGE, ROW_MESSAGE } from "./documents.ts";

/** As many messages as a page of the log has. */
export const PAGE_MESSAGES = 40;

/**
 * What an open conversation shows. Its cost counts all parts, and must stay below what makes a query a large one (run-document.ts).
 */
const CONV_PARTS = graphql(
  `
    query InboxConvParts(
      $input: ConvFactsInput!
      $workspaceId: Int!
      $convId: ID!
      $first: Int!
      $withMessages: Boolean!
      $withFacts: Boolean!
      $withNotes: Boolean!
      $withPins: Boolean!
      $withScheduled: Boolean!
      $withDrafts: Boolean!
    ) {
      messages(input: { workspaceId: $workspaceId, convId: $convId, first: $first }) @include(if: $withMessages) {
        nodes {
          ...InboxMessage
        }
        pageInfo {
          hasNextPage
        }
      }
      convFacts(input: $input) @include(if: $withFacts) {
        firstClientMessageAt
        firstResponseAt
        sourceType
        sourceUrl
        ad {
          id
          headline
          text
        }
        closesAt
      }
      notes: messages(input: { workspaceId: $workspaceId, convId: $convId, type: note, first: 200 })
        @include(if: $withNotes) {
        nodes {
          ...InboxRowMessage
          createdAt
        }
      }
      pinnedNotes(input: { workspaceId: $workspaceId, convId: $convId }) @include(if: $withPins) {
        nodes {
          messageId
          convId
          content
          senderName
          createdAt
        }
      }
      scheduledMessages(input: { workspaceId: $workspaceId, convId: $convId }) @include(if: $withScheduled) {
        nodes {
          agentName
          isOwn
          message {
            id
            type
            content
            caption
            media {
              fileName
              contentType
              sizeBytes
            }
            replyToMessageId
            sendAt
            isUndoable
            state
            error
            errorWording
          }
        }
      }
      drafts(input: { workspaceId: $workspaceId, convId: $convId }) @include(if: $withDrafts) {
        nodes {
          mode
          text
          attachments {
            url
            name
            contentType
            sizeBytes
          }
          replyToMessageId
          template
          version
          patchedAt
        }
      }
    }
  `,
  [MESSAGE, ROW_MESSAGE],
);

/** The contact, and the first 100 of their conversations that the viewer may see, newest first. Contacts shows the rest. */
const CLIENT_PARTS = graphql(`
  query InboxClientParts(
    $input: ClientInput!
    $workspaceId: Int!
    $clientId: ID!
    $withClient: Boolean!
    $withConvs: Boolean!
  ) {
    client(input: $input) @include(if: $withClient) {
      id
      name
      surname
      phone
      email
      country
      city
      address
      code
      externalClientId
      avatarUrl
      tags
      stageId
      defaultAgentId
      identities {
        scope
        externalId
        verifiedAt
        marketingStoppedOn
      }
      deletedAt
      archivedBy
      optedOutAt
      createdAt
    }
    convs(input: { workspaceId: $workspaceId, clientId: $clientId, first: 100 }) @include(if: $withConvs) {
      nodes {
        id
        integrationId
        externalConversationId
        ended
        endedBy
        endedAt
        createdAt
      }
    }
  }
`);

type ConvParts = Required<ResultOf<typeof CONV_PARTS>>;
type ClientParts = Required<ResultOf<typeof CLIENT_PARTS>>;
export type ClientConv = ClientParts["convs"]["nodes"][number];
export type PinnedNote = ConvParts["pinnedNotes"]["nodes"][number];
export type ConvNote = ConvParts["notes"]["nodes"][number];
export type Waiting = ConvParts["scheduledMessages"]["nodes"][number];
export type ServerDraft = ConvParts["drafts"]["nodes"][number];

/** Errors of the request and not of one part. */
const CONCERNS_ALL = new Set(["NETWORK", "RATE_LIMITED", "UNAVAILABLE", "UNAUTHENTICATED", "INVALID_TOKEN"]);

type Place = { workspaceId: number; id: string };

/**
 * Combines reads: the parts of one conversation or contact that are asked for in the same task go in one request. Each request costs the
 * page and the service more than the part itself, and each response renders the page again.
 */
function readTogether<Parts extends object>(
  read: (place: Place, wants: (part: keyof Parts) => boolean) => Promise<Partial<Parts>>,
) {
  const next = new Map<string, { parts: Set<keyof Parts>; response: Promise<Partial<Parts>> }>();

  function readWithOthers(place: Place, part: keyof Parts): Promise<Partial<Parts>> {
    const key = `${place.workspaceId} ${place.id}`;
    const known = next.get(key);
    const parts = known?.parts ?? new Set();
    parts.add(part);
    if (known) return known.response;
    const response = new Promise((resolve) => setTimeout(resolve)).then(() => {
      next.delete(key);
      return read(place, (one) => parts.has(one));
    });
    next.set(key, { parts, response });
    return response;
  }

  return async <Part extends keyof Parts>(place: Place, part: Part): Promise<Parts[Part]> => {
    const alone = () => read(place, (one) => one === part);
    // The service renders pages of several viewers at once, and a request belongs to one of them.
    const parts = carrier()
      ? await alone()
      : await readWithOthers(place, part).catch((error: unknown) => {
          if (!(error instanceof ApiError) || CONCERNS_ALL.has(error.code)) throw error;
          // If one part is refused or fails, there is no response at all.
          return alone();
        });
    const found = parts[part];
    if (found === undefined) throw new Error(`The response has no ${String(part)}.`);
    return found;
  };
}

/** Reads a part of a conversation. */
export const readConvPart = readTogether<ConvParts>(({ workspaceId, id: convId }, wants) =>
  gqlQuery(CONV_PARTS, {
    input: { workspaceId, convId },
    workspaceId,
    convId,
    first: PAGE_MESSAGES,
    withMessages: wants("messages"),
    withFacts: wants("convFacts"),
    withNotes: wants("notes"),
    withPins: wants("pinnedNotes"),
    withScheduled: wants("scheduledMessages"),
    withDrafts: wants("drafts"),
  }),
);

/** Reads a part of a contact. */
export const readClientPart = readTogether<ClientParts>(({ workspaceId, id: clientId }, wants) =>
  gqlQuery(CLIENT_PARTS, {
    input: { workspaceId, id: clientId },
    workspaceId,
    clientId,
    withClient: wants("client"),
    withConvs: wants("convs"),
  }),
);
