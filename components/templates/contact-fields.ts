/** The contact fields that a template may name as {{field}} (contract.md, Messaging). */
export const CONTACT_FIELDS = [
  "name",
  "surname",
  "fullName",
  "email",
  "phone",
  "address",
  "code",
  "city",
  "country",
] as const;
type ContactField = (typeof CONTACT_FIELDS)[number];

/** The contact whose fields fill a template. */
export type TemplateContact = Readonly<Record<Exclude<ContactField, "fullName">, string | null>>;

export function isContactField(name: string): name is ContactField {
  return (CONTACT_FIELDS as readonly string[]).includes(name);
}

/** The value of a field. Empty if the contact has none. */
export function contactValue(contact: TemplateContact, field: ContactField): string {
  if (field === "fullName") return [contact.name, contact.surname].filter((part) => part).join(" ");
  return contact[field] ?? "";
}

/** Variable names that accounts commonly use, in several languages. */
const MEANT: Record<string, ContactField> = {
  first_name: "name",
  firstname: "name",
  customer_name: "name",
  vorname: "name",
  nombre: "name",
  prenom: "name",
  last_name: "surname",
  lastname: "surname",
  nachname: "surname",
  apellido: "surname",
  full_name: "fullName",
  fullname: "fullName",
  mail: "email",
  phone_number: "phone",
  telefon: "phone",
  telefono: "phone",
  stadt: "city",
  ciudad: "city",
  ville: "city",
  land: "country",
  pais: "country",
  pays: "country",
  zip: "code",
  postcode: "code",
};

/** The initial value of a variable: the contact field that its name suggests, otherwise empty. */
export function suggestedValue(variable: string): string {
  const name = variable.toLowerCase();
  const field = CONTACT_FIELDS.find((each) => each.toLowerCase() === name) ?? MEANT[name];
  return field ? `{{${field}}}` : "";
}
