import contacts from "./es/contacts.json" with { type: "json" };
import broadcasts from "./es/broadcasts.json" with { type: "json" };
import bulk from "./es/bulk.json" with { type: "json" };
import templates from "./es/templates.json" with { type: "json" };
import composer from "./es/composer.json" with { type: "json" };
import list from "./es/list.json" with { type: "json" };
import keys from "./es/keys.json" with { type: "json" };
import thread from "./es/thread.json" with { type: "json" };
import reports from "./es/reports.json" with { type: "json" };
import settings from "./es/settings.json" with { type: "json" };
import developers from "./es/developers.json" with { type: "json" };
import shell from "./es/shell.json" with { type: "json" };
import assistants from "./es/assistants.json" with { type: "json" };
import knowledge from "./es/knowledge.json" with { type: "json" };
import evals from "./es/evals.json" with { type: "json" };
import playground from "./es/playground.json" with { type: "json" };
import channels from "./es/channels.json" with { type: "json" };
import inbox from "./es/inbox.json" with { type: "json" };
import auth from "./es/auth.json" with { type: "json" };
import ui from "./es/ui.json" with { type: "json" };
import service from "./es/service.json" with { type: "json" };
import broken from "./es/broken.json" with { type: "json" };
import webchat from "./es/webchat.json" with { type: "json" };

export const es = {
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
