/** A file that lies with us, under whatever name of this machine it was stored. */
const OWN_FILE = /^(?:https?:\/\/[^/?#]+)?(\/uploads\/[1-9]\d*\/[0-9a-f]{32}\.[a-z0-9]{1,5})$/i;

/** What shows a picture to the person: the server gives out no other one of it. */
export type PictureOwner = { of: "messages" | "clients" | "broadcasts"; id: string };

/** The path of a file of ours; null: the address leads elsewhere. */
export function ownFile(address: string): string | null {
  return OWN_FILE.exec(address)?.[1] ?? null;
}

/**
 * Where the browser gets a picture: a file of ours by its path, another one by our server, so that no other host learns who looks at it.
 * @param address as the record has it.
 */
export function pictureSource(workspaceId: number, { of, id }: PictureOwner, address: string): string {
  return ownFile(address) ?? `/pictures/${workspaceId}/${of}/${id}?url=${encodeURIComponent(address)}`;
}

/** The host that an address names, for people; null where it is ours or none. */
export function foreignHost(address: string): string | null {
  return ownFile(address) === null ? (URL.parse(address)?.host ?? null) : null;
}
