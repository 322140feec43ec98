/** The advertisement or post that led a contact to write. null: the provider did not say. */
export type Ad = {
  /** The provider's id of the advertisement or post. */
  id: string | null;
  headline: string | null;
  text: string | null;
  /** The click's id, by which the business reports a sale to the ads' platform (WhatsApp: ctwa_clid). */
  clickId: string | null;
  /** Its picture, as long as the provider keeps it there. */
  pictureUrl: string | null;
};

/** null if the provider said nothing about it. */
export function adOf(given: Asked): Ad | null {
  const { id = null, headline = null, text = null, clickId = null, pictureUrl = null } = given;
  return [id, headline, text, clickId].some(Boolean) ? { id, headline, text, clickId, pictureUrl } : null;
}

type Asked = { [Fact in keyof Ad]?: string | null | undefined };
