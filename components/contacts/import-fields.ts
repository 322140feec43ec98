import { splitFullName, TAG_SEPARATOR } from "../../server/clients/split-cells.ts";
import type { Columns, Field } from "./import-queries.ts";

/** The fields that a column can map to, in display order, with common column names in four languages: without accents, punctuation, spaces. */
const NAMES: Record<Field, string> = {
  externalClientId:
    "externalclientid externalid clientid customerid contactid customernumber id kundennummer kundennr kundenid numerodecliente idcliente idclient numeroclient clienteid",
  name: "name firstname givenname vorname rufname nombre prenom nom",
  surname: "surname lastname familyname nachname familienname apellido apellidos nomdefamille",
  fullName:
    "fullname contactname customername clientname displayname vollername vollstaendigername kundenname nombrecompleto nomcomplet",
  phone:
    "phone phonenumber telephone tel mobile mobilenumber cell cellphone whatsapp telefon telefonnummer handy handynummer mobil mobilnummer rufnummer telefono movil celular numerodetelefono portable telephoneportable numerodetelephone",
  email: "email emailaddress mail emailadresse correo correoelectronico courriel adresseemail",
  address: "address street streetaddress adresse strasse anschrift direccion calle rue",
  city: "city town ort stadt wohnort ciudad localidad poblacion ville",
  country: "country countrycode land laendercode pais pays codepays",
  code: "code customercode kuerzel codigo kundencode codeclient",
  stage: "stage status phase stufe etapa fase etape",
  defaultAgentId: "defaultagentid agentid agent bearbeiter agente",
  tags: "tags tag labels label schlagworte etiketten etiquetas etiquettes",
};
export const FIELDS = Object.keys(NAMES) as Field[];
const BY_NAME = new Map(FIELDS.flatMap((field) => NAMES[field].split(" ").map((name) => [name, field] as const)));

/**
 * Guesses the field of each header column. Only the first of several columns for the same field gets it, the others get null.
 * @param rows some rows below the header: a "Name" column without one for the surname may contain full names.
 */
export function guessFields(header: readonly string[], rows: readonly string[][] = []): (Field | null)[] {
  const taken = new Set<Field>();
  const fields = header.map((name) => {
    const field = BY_NAME.get(plain(name));
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  if (taken.has("fullName")) return fields.map((field) => (field === "name" || field === "surname" ? null : field));
  const at = fields.indexOf("name");
  return !taken.has("surname") && at !== -1 && areFullNames(rows.map((row) => row[at] ?? ""))
    ? fields.with(at, "fullName")
    : fields;
}

/** Whether most of these names consist of first name and surname. */
function areFullNames(cells: readonly string[]): boolean {
  const names = cells.filter((cell) => cell.trim() !== "");
  return names.filter((cell) => splitFullName(cell).surname !== "").length * 2 > names.length;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");
}

type MappingProblem = "noKey" | "twice" | "sameName" | "twoNames";

/** Why a mapping cannot be imported. null: it can. */
export function mappingProblem(header: readonly string[], fields: readonly (Field | null)[]): MappingProblem | null {
  const chosen = fields.filter((field) => field !== null);
  if (new Set(chosen).size < chosen.length) return "twice";
  if (chosen.includes("fullName") && (chosen.includes("name") || chosen.includes("surname"))) return "twoNames";
  if (!chosen.includes("externalClientId") && !chosen.includes("phone")) return "noKey";
  // The service identifies columns by name.
  const names = header.filter((_, index) => fields[index] !== null);
  if (names.some((name) => header.filter((other) => other === name).length > 1)) return "sameName";
  return null;
}

/** The mapping in the service's format. */
export function columnsOf(header: readonly string[], fields: readonly (Field | null)[]): Columns {
  return header.flatMap((column, index) => {
    const field = fields[index];
    return field ? [{ column, field }] : [];
  });
}

export function splitTags(cell: string): string[] {
  return cell
    .split(TAG_SEPARATOR)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
