import type { Messages } from "./catalogue.ts";

/** The locale is any tag of a portal language: "en-GB" has English texts and British dates. */
declare module "next-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}
