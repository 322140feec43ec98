import contacts from "./en/contacts.json" with { type: "json" };
import broadcasts from "./en/broadcasts.json" with { type: "json" };
import bulk from "./en/bulk.json" with { type: "json" };
import templates from "./en/templates.json" with { type: "json" };
import composer from "./en/composer.json" with { type: "json" };
import list from "./en/list.json" with { type: "json" };
import keys from "./en/keys.json" with { type: "json" };
import thread from "./en/thread.json" with { type: "json" };
import reports from "./en/reports.json" with { type: "json" };
import settings from "./en/settings.json" with { type: "json" };
import developers from "./en/developers.json" with { type: "json" };
import shell from "./en/shell.json" with { type: "json" };
import assistants from "./en/assistants.json" with { type: "json" };
import knowledge from "./en/knowledge.json" with { type: "json" };
import evals from "./en/evals.json" with { type: "json" };
import playground from "./en/playground.json" with { type: "json" };
import channels from "./en/channels.json" with { type: "json" };
import inbox from "./en/inbox.json" with { type: "json" };
import auth from "./en/auth.json" with { type: "json" };
import ui from "./en/ui.json" with { type: "json" };
import service from "./en/service.json" with { type: "json" };
import broken from "./en/broken.json" with { type: "json" };
import webchat from "./en/webchat.json" with { type: "json" };

export const en = {
  contacts,
  broadcasts,
  bulk,
  templates,
  composer,
  list,
  keys,
  thread,
  reports,
  settings,
  developers,
  shell,
  assistants,
  knowledge,
  evals,
  playground,
  channels,
  inbox,
  auth,
  ui,
  broken,
  service,
  webchat,
};
