import { expect, test } from "vitest";
import de from "../../components/i18n/messages/de/keys.json" with { type: "json" };
import en from "../../components/i18n/messages/en/keys.json" with { type: "json" };
import es from "../../components/i18n/messages/es/keys.json" with { type: "json" };
import fr from "../../components/i18n/messages/fr/keys.json" with { type: "json" };
import { NOTIFY_EVENTS } from "../workspaces/preferences.ts";
import { pushTitle } from "./news-for.ts";

test.each(Object.entries({ de, en, es, fr }))(
  "in %s a closed portal says the same as an open one",
  (locale, { notices: { said } }) => {
    for (const event of NOTIFY_EVENTS)
      expect(pushTitle(locale as "de", event, "Maria")).toBe(said[event].replace("{name}", "Maria"));
  },
);
