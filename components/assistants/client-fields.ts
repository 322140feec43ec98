/** The fields of a client that an assistant may ask for, as people call them. */
export const FIELD_NAMES: Record<string, string> = {
  name: "First name",
  surname: "Surname",
  email: "E-mail",
  phone: "Phone",
  address: "Address",
  city: "City",
  country: "Country",
  code: "Customer code",
};
