import type { Messages } from "./catalogue.ts";

/** Its locale is any tag of one of our languages: "en-GB" has English texts and British dates. */
declare module "next-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}
