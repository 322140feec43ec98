import { notFound } from "next/navigation";
import { pageTitle } from "../../../../components/i18n/page-title.ts";
import { paths } from "../../../../components/paths.ts";
import { requirePageSession } from "../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("notFound");

/** Every other address of a workspace. */
export default async function UnknownPage() {
  await requirePageSession(paths.signIn());
  notFound();
}
