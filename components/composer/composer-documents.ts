import type { ResultOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";

export const SCHEDULE_MESSAGE = graphql(`
  mutation InboxScheduleMessage($input: MessageScheduleInput!) {
    scheduleMessage(input: $input) {
      id
    }
  }
`);

export const CANCEL_SCHEDULED = graphql(`
  mutation InboxCancelScheduled($input: ScheduledMessageIdInput!) {
    cancelScheduledMessage(input: $input) {
      id
    }
  }
`);

export const SEND_SCHEDULED_NOW = graphql(`
  mutation InboxSendScheduledNow($input: ScheduledMessageIdInput!) {
    sendScheduledNow(input: $input) {
      id
    }
  }
`);

export const PATCH_SCHEDULED = graphql(`
  mutation InboxPatchScheduled($input: ScheduledMessagePatchInput!) {
    patchScheduledMessage(input: $input) {
      id
    }
  }
`);

export const SCHEDULED_MESSAGES = graphql(`
  query InboxScheduledMessages($input: ScheduledMessagesInput!) {
    scheduledMessages(input: $input) {
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
  }
`);

export const UNSENT_MESSAGES = graphql(`
  query InboxUnsentMessages($input: UnsentMessagesInput!) {
    unsentMessages(input: $input) {
      nodes {
        clientName
        message {
          id
          convId
          type
          content
          caption
          media {
            fileName
          }
          error
          errorWording
        }
      }
    }
  }
`);

export const DRAFTS = graphql(`
  query InboxDrafts($input: DraftsInput!) {
    drafts(input: $input) {
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
`);

export const SAVE_DRAFT = graphql(`
  mutation InboxSaveDraft($input: DraftSaveInput!) {
    saveDraft(input: $input) {
      version
    }
  }
`);

export const RUN_MACRO = graphql(`
  mutation InboxRunMacro($input: MacroRunInput!) {
    runMacro(input: $input) {
      id
    }
  }
`);

export type Waiting = ResultOf<typeof SCHEDULED_MESSAGES>["scheduledMessages"]["nodes"][number];
export type ServerDraft = ResultOf<typeof DRAFTS>["drafts"]["nodes"][number];
