/** The contact's fields that a template may name as {{field}} (contract.md, Messaging). */
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

/** Whose fields fill a template. */
export type TemplateContact = Readonly<Record<Exclude<ContactField, "fullName">, string | null>>;

export function isContactField(name: string): name is ContactField {
  return (CONTACT_FIELDS as readonly string[]).includes(name);
}

/** What stands in a field's place; empty where the contact has nothing there. */
export function contactValue(contact: TemplateContact, field: ContactField): string {
  if (field === "fullName") return [contact.name, contact.surname].filter((part) => part).join(" ");
  return contact[field] ?? "";
}

/** Names that accounts give their variables, in the languages that they write them in. */
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

/** What a variable is filled with before anybody types: the contact's field that its name says; else nothing. */
export function suggestedValue(variable: string): string {
  const name = variable.toLowerCase();
  const field = CONTACT_FIELDS.find((each) => each.toLowerCase() === name) ?? MEANT[name];
  return field ? `{{${field}}}` : "";
}
