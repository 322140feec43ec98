export const SERVICE_2 = `
redeem use_voucher spend cash_in | einlösen | canjear | utiliser échanger
donate charity | spenden Spende | donar | don donner
bank_account IBAN account_details bank_details | Bankverbindung Kontoverbindung IBAN | cuenta_bancaria IBAN | coordonnées_bancaires RIB IBAN
setup_fee connection_fee activation_fee one-off | Einrichtungsgebühr Anschlussgebühr einmalig | cuota_de_alta único | frais_de_mise_en_service unique
warranty guarantee guaranteed | Garantie Gewährleistung | garantía | garantie
broken defective faulty damaged damage fault defect smashed cracked torn ripped snapped | kaputt defekt beschädigt Schaden Defekt Mangel zerbrochen gerissen Beschädigung Kratzer Beule Panne kaputtgegangen kaputtgehen | roto defectuoso dañado daño avería avería | cassé défectueux endommagé abîmé dommage panne
repair fix mend repaired repairs | Reparatur reparieren instandsetzen | reparación reparar arreglar | réparation réparer
not_working doesn't_work | funktionieren funktioniert geht_nicht klappt streikt reagiert Störung aufgehen | funciona funcionar va estropeado avería | fonctionne marche panne
problem issue trouble error | Problem Fehler Störung | problema error fallo | problème erreur
outage interruption offline no_signal disruption | Ausfall Störung ausgefallen unterbrochen Unterbrechung geht_nicht funktioniert_nicht ausfallen tot | corte interrupción caída avería | panne coupure interruption
missing lost lose never_arrived not_arrived gone | fehlt verloren vermisst verlieren | perdido falta perder extraviado | perdu manquant perdre égaré
wrong incorrect mistake | falsch falsche Irrtum | equivocado incorrecto erróneo | faux erreur mauvais incorrect
complaint complain | Beschwerde Reklamation beschweren reklamieren beanstanden Beanstandung Einspruch Einwand Einwände widersprechen Widerspruch | queja reclamación reclamar | plainte réclamation réclamer
compensation compensate | Entschädigung Gutschrift Ausgleich | compensación indemnización | indemnisation dédommagement compensation avoir
insurance insured insure | Versicherung versichert versichern | seguro asegurado asegurar | assurance assuré assurer
liability liable | Haftung haften | responsabilidad | responsabilité
technician engineer mechanic | Techniker Monteur Mechaniker | técnico | technicien
restart reboot reset | neu_starten Neustart zurücksetzen Reset | reiniciar restablecer | redémarrer réinitialiser
account profile login log_in sign_in | Konto Kundenkonto Account anmelden Anmeldung einloggen | cuenta perfil iniciar_sesión | compte connexion connecter
password passcode | Passwort Kennwort Zugangsdaten | contraseña | mot_de_passe
register registration sign_up enrol enroll join | registrieren Registrierung anmelden Anmeldung beitreten | registrar registro inscribir inscripción | inscrire inscription enregistrer adhérer
change modify amend switch alter | ändern Änderung wechseln Wechsel umstellen umsteigen Umstellung anpassen | cambiar modificar cambio | changer modifier modification changement
address | Adresse Anschrift | dirección domicilio | adresse
move moving house_move relocate moved | umziehen Umzug Wohnungswechsel Wohnortwechsel | mudanza mudarse traslado | déménager déménagement
phone telephone call hotline | Telefon anrufen Telefonnummer Hotline Rufnummer telefonisch telefonieren | teléfono llamar número | téléphone appeler numéro
email mail e-mail | E-Mail Mail | correo email | e-mail courriel mail
contact reach get_in_touch get_hold | Kontakt kontaktieren erreichen erreichbar melden | contacto contactar | contacter contact joindre
customer_service support helpdesk help | Kundendienst Kundenservice Support Hilfe | atención_al_cliente soporte ayuda | service_client assistance aide
staff employee team personnel | Mitarbeiter Personal Team | personal empleado | personnel employé équipe
member membership | Mitglied Mitgliedschaft | miembro socio | membre adhésion
customer client | Kunde Kunden Kundin | cliente | client
child children kid kids toddler baby infant | Kind Kinder Baby Kleinkind | niño niños niña bebé hijo hijos | enfant enfants bébé
adult adults | Erwachsene Erwachsener | adulto adultos | adulte adultes
student students | Student Studenten Studierende Schüler | estudiante | étudiant
senior seniors pensioner elderly retired | Senior Senioren Rentner | jubilado pensionista mayor | senior retraité
dog dogs puppy | Hund Hunde Welpe | perro cachorro | chien chiot
cat cats kitten | Katze Katzen Kater | gato | chat
pet pets animal animals | Haustier Tier Tiere Haustiere | mascota animal | animal animaux
friend friends | Freund Freunde | amigo | ami
guest guests visitor | Gast Gäste Besucher | invitado huésped | invité hôte
age old years_old | Alter alt Mindestalter Lebensjahr | edad | âge
id identification passport identity | Ausweis Personalausweis Reisepass Identität | identificación pasaporte DNI identidad | identité passeport pièce_d'identité
data privacy personal_data delete_my_data | Daten Datenschutz | datos privacidad | données confidentialité
document form paperwork | Formular Unterlagen Dokument | formulario documento | formulaire document
sign signature | unterschreiben Unterschrift unterzeichnen | firmar firma | signer signature
usa america united_states | USA Amerika | EEUU América | USA États-Unis
uk britain england united_kingdom gb | Großbritannien England | Inglaterra | Royaume-Uni Angleterre
eu europe european_union | EU Europa Europäische | UE Europa europea | UE Europe européenne
switzerland swiss | Schweiz | Suiza | Suisse
germany german | Deutschland deutsch | Alemania alemán | Allemagne allemand
austria austrian | Österreich | Austria | Autriche
france french | Frankreich französisch | Francia francés | France français
spain spanish | Spanien spanisch | España español | Espagne espagnol
italy italian | Italien italienisch | Italia italiano | Italie italien
shop store branch outlet | Laden Geschäft Filiale Shop | tienda sucursal | magasin boutique
pick_up collect collection pickup fetch | abholen Abholung | recoger recogida | retirer retrait récupérer
abroad foreign international overseas another_country | Ausland international | extranjero internacional | étranger international
country countries | Land Länder | país países | pays
park parking car_park garage | parken Parkplatz Parkhaus Garage Parkplätze | aparcar aparcamiento parking estacionamiento | parking stationner stationnement garer
car vehicle auto | Auto Wagen Fahrzeug PKW | coche auto vehículo | voiture véhicule
train railway | Bahn Zug Eisenbahn | tren | train
station train_station | Bahnhof | estación | gare
bus coach | Bus | autobús bus | bus car
bicycle bike cycle | Fahrrad Rad | bicicleta bici | vélo bicyclette
wheelchair accessible accessibility disabled step-free barrier-free | Rollstuhl barrierefrei behindert Barrierefreiheit | silla_de_ruedas accesible discapacidad | fauteuil_roulant accessible handicapé
internet | Internet | internet | internet
wifi wi-fi wlan wireless | WLAN WiFi | wifi | wifi
speed fast bandwidth | Geschwindigkeit Bandbreite Tempo | velocidad | vitesse débit
size sizes dimensions measure | Größe Größen Maße Abmessungen | talla tamaño medida | taille dimension pointure mesure
weight weigh kilo kilos kg heavy | Gewicht wiegen Kilo schwer | peso pesar kilo | poids peser kilo lourd
colour color | Farbe | color | couleur
wash clean cleaning laundry | waschen Reinigung reinigen sauber | lavar limpiar limpieza | laver nettoyer nettoyage
rent rental hire lend borrow loan | mieten Miete leihen Verleih ausleihen Leih verleihen Ausleihe vermieten | alquilar alquiler prestar | louer location emprunter prêt
stock available availability in_stock sold_out | verfügbar Verfügbarkeit lieferbar vorrätig Lager ausverkauft | disponible disponibilidad existencias agotado | disponible disponibilité stock épuisé
install installation set_up setup mount assemble fit | installieren Installation einrichten Einrichtung montieren Montage aufbauen | instalar instalación configurar montar | installer installation configurer monter
device equipment hardware unit | Gerät Geräte Ausrüstung | dispositivo equipo aparato | appareil équipement matériel
battery batteries | Akku Batterie | batería pila | batterie pile
key keys | Schlüssel | llave llaves | clé clés clef
luggage baggage bags suitcase | Gepäck Koffer | equipaje maleta | bagage bagages valise
used second-hand worn | gebraucht getragen benutzt | usado | utilisé porté occasion
new unused unworn | neu unbenutzt ungetragen | nuevo sin_usar | neuf nouveau
original_packaging packaging box wrapping | Verpackung Originalverpackung Karton | embalaje caja | emballage carton boîte
label labels | Etikett Aufkleber Label Versandschein | etiqueta | étiquette
gift present | Geschenk verschenken | regalo regalar | cadeau offrir
book booking reserve reservation reserved | buchen Buchung reservieren Reservierung freihalten vormerken reserviert zurücklegen | reservar reserva | réserver réservation
appointment visit slot | Termin Besuch | cita visita | rendez-vous visite
room rooms | Zimmer Raum | habitación habitaciones | chambre chambres
check-in checkin arrive arrival get_there | anreisen Anreise Ankunft einchecken ankommen | llegar llegada entrada | arriver arrivée
check-out checkout depart departure leave | abreisen Abreise auschecken Abreisetag räumen verlassen | salir salida | départ partir quitter
breakfast | Frühstück frühstücken | desayuno desayunar | petit_déjeuner
meal food eat eating | Essen Mahlzeit essen | comida comer | repas manger
dinner supper | Abendessen | cena | dîner
lunch | Mittagessen | almuerzo | déjeuner
vegetarian | vegetarisch | vegetariano | végétarien
vegan | vegan | vegano | végan
allergy allergies allergic intolerance | Allergie Allergien Unverträglichkeit | alergia intolerancia | allergie intolérance
gluten coeliac celiac | glutenfrei Gluten Zöliakie | gluten celiaco | gluten coeliaque
drink drinks beverage | Getränk trinken Getränke | bebida beber | boisson boire
smoke smoking cigarette vape | rauchen Raucher Zigarette | fumar | fumer fumeur
noise quiet loud noisy | Lärm Ruhe laut leise Ruhezeit | ruido silencio | bruit calme silence
swim pool swimming | schwimmen Pool Schwimmbad | nadar piscina | nager piscine natation
towel towels | Handtuch Handtücher | toalla | serviette
class lesson course training session | Kurs Unterricht Stunde Training | clase curso | cours leçon séance
trial test try try_out | Probe testen ausprobieren Probezeit | prueba probar | essai essayer tester
pause freeze suspend put_on_hold | pausieren Pause ruhen aussetzen unterbrechen Unterbrechung Auszeit stilllegen | pausar suspender congelar | suspendre pause
transfer pass_on give_to | übertragen Übertragung | transferir ceder traspasar | transférer céder cession
allowed permitted permission may prohibited forbidden | erlaubt gestattet dürfen verboten | permitido prohibido permite | autorisé permis interdit
require required necessary mandatory | erforderlich nötig benötigen notwendig Pflicht | necesario obligatorio requisito | nécessaire obligatoire requis
safe safety secure security | sicher Sicherheit | seguro seguridad | sûr sécurité
night overnight nights | Nacht Übernachtung nachts | noche noches | nuit nuits nuitée
morning | Morgen morgens vormittags | mañana | matin
evening | Abend abends | tarde noche | soir soirée
winter | Winter | invierno | hiver
snow | Schnee | nieve | neige
summer | Sommer | verano | été
weather | Wetter | tiempo | météo
rain | Regen | lluvia | pluie
business company corporate | Firma Unternehmen Geschäftskunden gewerblich | empresa | entreprise société
doctor physician | Arzt Ärztin | médico | médecin docteur
ill sick illness disease | krank Krankheit Erkrankung | enfermo enfermedad | malade maladie
hospital clinic | Krankenhaus Klinik | hospital clínica | hôpital clinique
delete remove erase | löschen entfernen Löschung | eliminar borrar | supprimer effacer
upgrade faster_plan bigger | Upgrade hochstufen | mejorar | surclasser passer_à
points loyalty bonus reward rewards | Punkte Treue Bonus Prämie | puntos fidelidad | points fidélité prime
excess deductible co-payment out_of_pocket own_share | Selbstbeteiligung Selbstbehalt Eigenanteil Eigenbeteiligung Zuzahlung selbst_zahlen selbst_bezahlen selbst_tragen eigener_Tasche | franquicia copago | franchise reste_à_charge
reimburse cover_the_cost costs_covered | erstatten Erstattung übernehmen Übernahme Kostenübernahme abgedeckt tragen | cubrir cubre cobertura hacerse_cargo | couvrir couvert prise_en_charge rembourser prendre_en_charge
submit hand_in send_in | einreichen Einreichung einsenden zusenden vorlegen einschicken abgeben | presentar remitir | transmettre soumettre adresser
take_effect effective start_date commence | Beginn beginnen starten Start wirksam Inkrafttreten | empezar comienzo inicio | commencer début effet
price_increase price_rise put_up_prices | Erhöhung erhöhen Preiserhöhung Preisanpassung teurer steigen | aumento subir subida | augmentation augmenter hausse
referral refer_a_friend recommend_a_friend | werben Werbung Empfehlung empfehlen weiterempfehlen Werbeprämie | recomendar recomendación | parrainage parrainer recommander
payout pay_out account_balance remaining_credit | auszahlen Auszahlung Guthaben Restguthaben Saldo | saldo | solde
proof evidence supporting_document | Nachweis nachweisen Bescheinigung Bestätigung Beleg | justificante comprobante | justificatif attestation preuve
by_post paper_bill letter | Post Brief postalisch Papier | carta papel | courrier lettre papier
emergency urgent | Notfall dringend Notruf Notdienst | emergencia urgencia urgente | urgence urgent
store storage | aufbewahren Aufbewahrung lagern Lagerung aufheben verwahren unterstellen dalassen dortlassen | guardar almacenar | conserver ranger stocker
verify verification inspect inspection | prüfen Prüfung kontrollieren Kontrolle überprüfen Überprüfung | comprobar verificar revisión | vérifier contrôle vérification
second_person household_member family_member | mitbenutzen mitnutzen Ehepartner Partner Partnerin Haushalt Familienmitglied zweite_Person weitere_Person | familiar pareja | conjoint foyer
travel trip journey vacation | Reise verreisen reisen Urlaub unterwegs | viaje viajar vacaciones | voyage voyager vacances
exclusion excluded | ausgeschlossen Ausschluss ausnehmen ausgenommen | excluido exclusión | exclu exclusion
help assistance | helfen Hilfe behilflich unterstützen Unterstützung | ayudar ayuda | aider aide
medicine medication drugs | Medikament Medikamente Arznei Arzneimittel Insulin Tabletten | medicamento | médicament
sledge toboggan sled | Schlitten Rodel rodeln | trineo | luge
ice_skating skate | Eislaufen Schlittschuh schlittschuhlaufen | patinar patinaje | patinage patin
`;
