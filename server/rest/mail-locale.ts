import { z } from "zod";
import { MAIL_LOCALES } from "../auth/mailed-link.ts";

/** The language of emails that a request causes: that of the page. */
export const MAIL_LOCALE = z.enum(MAIL_LOCALES).default("en");
