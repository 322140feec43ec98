import { getExampleNumber, type CountryCode } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import type { Random } from "./random.ts";

export type Language = "en" | "es" | "de" | "pt" | "ar" | "ja";

/** A customer of the demo workspace. */
export type Person = {
  id: string;
  name: string;
  surname: string;
  /** In E.164. */
  phone: string;
  countryCode: CountryCode;
  city: string;
  language: Language;
};

type Country = { code: CountryCode; language: Language; cities: string; names: string; surnames: string };

const COUNTRIES: readonly Country[] = [
  {
    code: "US",
    language: "en",
    cities: "Austin,Portland,Chicago",
    names: "Emily,Marcus,Dana,Tyler,Grace,Andre,Nicole",
    surnames: "Johnson,Rivera,Walker,Brooks,Nguyen,Foster",
  },
  {
    code: "GB",
    language: "en",
    cities: "Leeds,Bristol,Glasgow",
    names: "Oliver,Amelia,Harry,Priya,Callum,Sophie",
    surnames: "Hughes,Patel,Clarke,Bennett,Okafor",
  },
  {
    code: "IE",
    language: "en",
    cities: "Cork,Galway",
    names: "Aoife,Conor,Niamh,Declan",
    surnames: "Murphy,Byrne,Kelly,Walsh",
  },
  {
    code: "IN",
    language: "en",
    cities: "Pune,Kochi,Jaipur",
    names: "Ananya,Rohan,Kavya,Arjun,Meera,Vikram",
    surnames: "Sharma,Nair,Reddy,Iyer,Gupta",
  },
  {
    code: "NG",
    language: "en",
    cities: "Lagos,Abuja",
    names: "Chidi,Amaka,Tunde,Ngozi,Emeka",
    surnames: "Okonkwo,Adeyemi,Balogun,Eze",
  },
  {
    code: "KE",
    language: "en",
    cities: "Nairobi,Mombasa",
    names: "Wanjiru,Kamau,Achieng,Otieno",
    surnames: "Mwangi,Njoroge,Odhiambo",
  },
  {
    code: "ZA",
    language: "en",
    cities: "Durban,Cape Town",
    names: "Thandi,Sipho,Lerato,Johan",
    surnames: "Nkosi,Dlamini,van der Merwe,Botha",
  },
  {
    code: "AU",
    language: "en",
    cities: "Perth,Hobart",
    names: "Matilda,Jack,Isla,Lachlan",
    surnames: "Thompson,Wilson,Campbell",
  },
  {
    code: "NL",
    language: "en",
    cities: "Utrecht,Delft",
    names: "Sanne,Daan,Lotte,Bram",
    surnames: "de Vries,Jansen,Bakker",
  },
  {
    code: "SE",
    language: "en",
    cities: "Malmö,Uppsala",
    names: "Elsa,Oskar,Linnea,Nils",
    surnames: "Lindqvist,Berg,Sjöberg",
  },
  {
    code: "PL",
    language: "en",
    cities: "Kraków,Gdańsk",
    names: "Zofia,Jakub,Agnieszka,Piotr",
    surnames: "Kowalska,Nowak,Wiśniewski",
  },
  {
    code: "IT",
    language: "en",
    cities: "Bologna,Palermo",
    names: "Giulia,Matteo,Chiara,Luca",
    surnames: "Ferrari,Russo,Conti",
  },
  {
    code: "FR",
    language: "en",
    cities: "Lyon,Nantes",
    names: "Camille,Hugo,Léa,Théo",
    surnames: "Moreau,Lefèvre,Girard",
  },
  { code: "KR", language: "en", cities: "Seoul,Busan", names: "Minji,Jihoon,Soyeon", surnames: "Kim,Park,Choi" },
  { code: "TR", language: "en", cities: "İzmir,Ankara", names: "Elif,Emre,Zeynep", surnames: "Yılmaz,Şahin,Öztürk" },
  { code: "VN", language: "en", cities: "Hanoi,Da Nang", names: "Linh,Minh,Thảo", surnames: "Trần,Lê,Phạm" },
  {
    code: "ES",
    language: "es",
    cities: "Valencia,Sevilla,Bilbao",
    names: "Lucía,Javier,Carmen,Pablo,Nerea",
    surnames: "García,Fernández,Ortega,Navarro",
  },
  {
    code: "MX",
    language: "es",
    cities: "Puebla,Mérida",
    names: "Ximena,Diego,Guadalupe,Emilio",
    surnames: "Hernández,Castillo,Mendoza",
  },
  {
    code: "AR",
    language: "es",
    cities: "Rosario,Córdoba",
    names: "Martina,Facundo,Sol,Joaquín",
    surnames: "Gómez,Acosta,Benítez",
  },
  {
    code: "CO",
    language: "es",
    cities: "Medellín,Cali",
    names: "Valentina,Andrés,Daniela",
    surnames: "Restrepo,Quintero,Salazar",
  },
  {
    code: "DE",
    language: "de",
    cities: "Hamburg,Leipzig,Köln",
    names: "Lena,Jonas,Katrin,Stefan,Mareike",
    surnames: "Schneider,Hoffmann,Krüger,Vogel",
  },
  { code: "AT", language: "de", cities: "Graz,Linz", names: "Theresa,Lukas,Johanna", surnames: "Huber,Gruber,Steiner" },
  { code: "CH", language: "de", cities: "Bern,Luzern", names: "Nina,Reto,Sandra", surnames: "Müller,Keller,Brunner" },
  {
    code: "BR",
    language: "pt",
    cities: "Curitiba,Recife,Salvador",
    names: "Ana,Rafael,Beatriz,Thiago,Larissa",
    surnames: "Silva,Souza,Carvalho,Ribeiro",
  },
  {
    code: "PT",
    language: "pt",
    cities: "Porto,Coimbra",
    names: "Inês,Tiago,Mariana",
    surnames: "Ferreira,Lopes,Marques",
  },
  {
    code: "EG",
    language: "ar",
    cities: "القاهرة,الإسكندرية",
    names: "محمد,فاطمة,أحمد,نور",
    surnames: "حسن,إبراهيم,السيد",
  },
  { code: "AE", language: "ar", cities: "دبي,الشارقة", names: "مريم,خالد,سارة", surnames: "المنصوري,الكعبي" },
  { code: "SA", language: "ar", cities: "الرياض,جدة", names: "عبدالله,ريم,فيصل", surnames: "القحطاني,الحربي" },
  {
    code: "JP",
    language: "ja",
    cities: "大阪,福岡,札幌",
    names: "結衣,蓮,陽菜,健司,美咲",
    surnames: "佐藤,高橋,田中,渡辺",
  },
];

/** Countries in the order of draw: those with English threads come up more often, as there are more threads to tell. */
const DRAW = COUNTRIES.flatMap((country) => (country.language === "en" ? [country] : [country, country]));

/** The nth customer. All ids and phone numbers are different. */
export function drawPerson(random: Random, n: number): Person {
  const country = random.pick(DRAW);
  return {
    id: `cust-${1000 + n}`,
    name: random.pick(country.names.split(",")),
    surname: random.pick(country.surnames.split(",")),
    phone: phoneOf(country.code, n),
    countryCode: country.code,
    city: random.pick(country.cities.split(",")),
    language: country.language,
  };
}

/** A mobile number in the country's format: the published example with its last digits counted up. */
function phoneOf(code: CountryCode, n: number): string {
  const example = getExampleNumber(code, examples)?.number ?? "+12015550123";
  return example.slice(0, -4) + String(2000 + n).padStart(4, "0");
}
