import contacts from "./de/contacts.json" with { type: "json" };
import broadcasts from "./de/broadcasts.json" with { type: "json" };
import bulk from "./de/bulk.json" with { type: "json" };
import templates from "./de/templates.json" with { type: "json" };
import composer from "./de/composer.json" with { type: "json" };
import list from "./de/list.json" with { type: "json" };
import keys from "./de/keys.json" with { type: "json" };
import thread from "./de/thread.json" with { type: "json" };
import reports from "./de/reports.json" with { type: "json" };
import settings from "./de/settings.json" with { type: "json" };
import developers from "./de/developers.json" with { type: "json" };
import shell from "./de/shell.json" with { type: "json" };
import assistants from "./de/assistants.json" with { type: "json" };
import knowledge from "./de/knowledge.json" with { type: "json" };
import evals from "./de/evals.json" with { type: "json" };
import playground from "./de/playground.json" with { type: "json" };
import channels from "./de/channels.json" with { type: "json" };
import inbox from "./de/inbox.json" with { type: "json" };
import auth from "./de/auth.json" with { type: "json" };
import ui from "./de/ui.json" with { type: "json" };
import service from "./de/service.json" with { type: "json" };
import broken from "./de/broken.json" with { type: "json" };
import webchat from "./de/webchat.json" with { type: "json" };

export const de = {
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
