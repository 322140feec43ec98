/** A file stored by this service, whatever host name the URL has. */
const OWN_FILE = /^(?:https?:\/\/[^/?#]+)?(\/uploads\/[1-9]\d*\/[0-9a-f]{32}\.[a-z0-9]{1,5})$/i;

/** The record that contains a picture: the server returns only pictures that the record names. */
export type PictureOwner = { of: "messages" | "clients" | "broadcasts"; id: string };

/** The path of a file stored by this service. null: the URL is external. */
export function ownFile(address: string): string | null {
  return OWN_FILE.exec(address)?.[1] ?? null;
}

/**
 * The URL from which the browser loads a picture. External pictures go through our server, so that no other host learns who
 * looks at them.
 * @param address the URL in the record.
 */
export function pictureSource(workspaceId: number, { of, id }: PictureOwner, address: string): string {
  return ownFile(address) ?? `/pictures/${workspaceId}/${of}/${id}?url=${encodeURIComponent(address)}`;
}

/** The host of an external URL, for display. null: it is ours, or no URL. */
export function foreignHost(address: string): string | null {
  return ownFile(address) === null ? (URL.parse(address)?.host ?? null) : null;
}
