"use client";

import { When } from "../ui/when.tsx";
import { readSiteChange, siteChangeWords } from "./site-change.ts";
import type { Source } from "./source-queries.ts";

/** How reading a source went, in a sentence. */
export function SourceState({ source }: { source: Source }) {
  const { state, error, failingSince, fetchedAt, passageCount } = source;
  const known = passageCount > 0 ? ` Until then it answers from the ${amount(source)} that it has.` : "";
  switch (state) {
    case "waiting":
      return `Waiting to be read.${known}`;
    case "reading":
      return `Being read…${known}`;
    case "failed":
      return (
        <>
          Could not be read: {error ?? "it is not known why"}
          {failingSince ? (
            <>
              , since <When at={failingSince} precise />
            </>
          ) : null}
          .{passageCount > 0 ? ` It answers from the ${amount(source)} that it has.` : ""}
        </>
      );
    default:
      return (
        <>
          Ready: {amount(source)}
          {fetchedAt ? (
            <>
              , read <When at={fetchedAt} precise />
            </>
          ) : null}
          <LastChange source={source} />
        </>
      );
  }
}

function LastChange({ source: { changedAt, lastChange } }: { source: Source }) {
  const words = siteChangeWords(readSiteChange(lastChange));
  if (!words || !changedAt) return null;
  return (
    <>
      ; last change <When at={changedAt} />: {words}
    </>
  );
}

function amount({ passageCount, pageCount }: Source): string {
  const passages = passageCount === 1 ? "1 passage" : `${passageCount} passages`;
  if (pageCount === 0) return passages;
  return `${passages} of ${pageCount === 1 ? "1 page" : `${pageCount} pages`}`;
}
