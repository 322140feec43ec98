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
