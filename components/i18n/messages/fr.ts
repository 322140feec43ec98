import contacts from "./fr/contacts.json" with { type: "json" };
import broadcasts from "./fr/broadcasts.json" with { type: "json" };
import bulk from "./fr/bulk.json" with { type: "json" };
import templates from "./fr/templates.json" with { type: "json" };
import composer from "./fr/composer.json" with { type: "json" };
import list from "./fr/list.json" with { type: "json" };
import keys from "./fr/keys.json" with { type: "json" };
import thread from "./fr/thread.json" with { type: "json" };
import reports from "./fr/reports.json" with { type: "json" };
import settings from "./fr/settings.json" with { type: "json" };
import developers from "./fr/developers.json" with { type: "json" };
import shell from "./fr/shell.json" with { type: "json" };
import assistants from "./fr/assistants.json" with { type: "json" };
import knowledge from "./fr/knowledge.json" with { type: "json" };
import evals from "./fr/evals.json" with { type: "json" };
import playground from "./fr/playground.json" with { type: "json" };
import channels from "./fr/channels.json" with { type: "json" };
import inbox from "./fr/inbox.json" with { type: "json" };
import auth from "./fr/auth.json" with { type: "json" };
import ui from "./fr/ui.json" with { type: "json" };
import service from "./fr/service.json" with { type: "json" };
import broken from "./fr/broken.json" with { type: "json" };
import webchat from "./fr/webchat.json" with { type: "json" };

export const fr = {
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
