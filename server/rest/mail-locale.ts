import { z } from "zod";

/** The language of the email that a request causes: the page's. */
export const MAIL_LOCALE = z.enum(["en", "de", "es", "fr"]).default("en");
