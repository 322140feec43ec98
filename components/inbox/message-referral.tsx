import { IconExternalLink } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { safeHref } from "../ui/safe-href.ts";
import { referralWords } from "./referral-words.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

/** How the customer came to write: by an advertisement, a link, a post. */
export function MessageReferral({ bubble }: { bubble: Pick<Bubble, "sourceType" | "sourceUrl"> }) {
  const inbox = useTranslations("inbox");
  const { sourceType, sourceUrl } = bubble;
  if (!sourceType && !sourceUrl) return null;
  const words = referralWords(sourceType, inbox);
  const href = safeHref(sourceUrl);
  if (!sourceUrl || !href) return <p className={classes.referral}>{words}</p>;
  return (
    <a className={classes.referral} href={href} target="_blank" rel="noopener noreferrer nofollow">
      <IconExternalLink size={14} aria-hidden />
      <span className={classes.referralWords}>
        {words}: {sourceUrl.replace(/^https?:\/\/(www\.)?/i, "")}
      </span>
    </a>
  );
}
