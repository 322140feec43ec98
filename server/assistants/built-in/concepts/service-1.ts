export const SERVICE_1 = `
refund reimburse reimbursement money~back get~my_money | erstatten Erstattung Rückerstattung zurückerstatten Geld_zurück zurückbekommen wiederbekommen zurückzahlen Rückzahlung zurücküberweisen ausgezahlt auszahlen Auszahlung | reembolso reembolsar devolución dinero_de_vuelta devolver devuelven dinero | remboursement rembourser
return returns returned send~back bring~back give~back take~back | Rückgabe zurückgeben zurückschicken zurücksenden Rücksendung Retoure schick~zurück gebe~zurück send~zurück bring~zurück zurücknehmen Rückversand zurückbringen | devolver devolución devoluciones retorno | retour retourner renvoyer rendre
exchange swap replace replacement size_up size_down another_size different_size | Umtausch umtauschen tauschen ersetzen Ersatz Austausch austauschen | cambio cambiar reemplazo reemplazar sustituir | échange échanger remplacer remplacement
cancel cancellation terminate termination quit call_off end_my_contract get_out stop_my not_come not_make_it | kündigen Kündigung stornieren Stornierung Storno absagen widerrufen Widerruf beenden aufhören aussteigen austreten rauskommen loswerden Vertragsende enden | cancelar cancelación anular anulación baja rescindir darse_de_baja darme_de_baja dejar | annuler annulation résilier résiliation arrêter mettre_fin rompre
deliver delivery ship shipping shipment shipped dispatch courier send | liefern Lieferung Versand versenden verschicken zustellen Zustellung Porto schicken | entrega entregar envío enviar reparto | livraison livrer expédition expédier envoi envoyer
parcel package order_box | Paket Sendung Päckchen | paquete | colis paquet
track tracking | verfolgen Sendungsverfolgung nachverfolgen | seguimiento rastrear | suivi suivre
order purchase buy bought purchased ordered | bestellen Bestellung kaufen Kauf gekauft | pedido pedir comprar compra | commande commander acheter achat
price cost costs charge fee expensive charged | Preis kosten Kosten Gebühr Entgelt teuer kostet Betrag Beitrag Pauschale berechnen | precio costar coste cuesta cuestan cargo | prix coût coûter frais
free gratis no_charge complimentary without_charge | kostenlos gratis kostenfrei umsonst unentgeltlich ohne_Aufpreis inklusive | gratis gratuito gratuita sin_coste | gratuit gratuite gratuitement offert
discount reduction reduced cheaper rebate price_cut money_off | Rabatt Ermäßigung ermäßigt Nachlass günstiger Vergünstigung vergünstigt Preisnachlass | descuento rebaja reducido | réduction remise rabais réduit
voucher coupon gift_card promo promo_code discount_code | Gutschein Gutscheine Gutscheincode Rabattcode | vale cupón bono tarjeta_regalo | bon chèque_cadeau carte_cadeau coupon
pay payment payments paying | zahlen bezahlen Zahlung Bezahlung Zahlungsart begleichen fällig Fälligkeit | pagar pago | payer paiement règlement
instalment instalments installments split_payment pay_monthly | Rate Raten Ratenzahlung | plazos cuotas | mensualités plusieurs_fois
invoice bill billing receipt statement | Rechnung Abrechnung Beleg Quittung | factura facturación recibo | facture facturation reçu
direct_debit debit SEPA | Lastschrift Einzug Abbuchung abbuchen Lastschriftverfahren einziehen Bankeinzug Einzugsermächtigung | domiciliación adeudo cobrar cobro | prélèvement
bank_transfer wire | Überweisung überweisen | transferencia | virement
credit_card | Kreditkarte | tarjeta_de_crédito | carte_de_crédit carte_bancaire
deposit security_deposit down_payment | Kaution Anzahlung Pfand | depósito fianza señal anticipo | caution acompte dépôt arrhes
tax vat | Steuer Mehrwertsteuer Umsatzsteuer MwSt | impuesto IVA | taxe TVA
customs duty duties import | Zoll Zollgebühren Einfuhr | aduana aranceles | douane
overdue late_payment reminder unpaid dunning pay_late arrears | Mahnung Zahlungsverzug Rückstand überfällig unbezahlt nicht_bezahlt nicht_gezahlt Verzug mahnen | impago atraso mora | impayé retard rappel
penalty fine surcharge extra_charge | Strafe Zuschlag Aufpreis Aufschlag | penalización multa recargo suplemento | pénalité amende supplément
cheap cheapest lowest affordable | billig günstig günstigste | barato económico | pas_cher moins_cher économique
deadline period time_limit window how_long | Frist Zeitraum Dauer | plazo periodo | délai durée période
notice notice_period | Kündigungsfrist Frist | preaviso | préavis
contract agreement subscription tied locked | Vertrag Abo Abonnement Vertragsbindung gebunden Laufzeit Tarif binden | contrato suscripción permanencia abono tarifa plan | contrat abonnement engagement forfait formule offre
renew renewal extend extension prolong | verlängern Verlängerung erneuern | renovar renovación prolongar ampliar prórroga | renouveler renouvellement prolonger prolongation
minimum term at_least minimum | mindestens Mindestlaufzeit Mindest Minimum | mínimo mínima | minimum minimal
maximum limit at_most cap maximum | maximal höchstens Höchst Obergrenze Limit Höchstbetrag Höchstgrenze begrenzt | máximo límite | maximum limite maximal
expire expiry valid validity run_out | gültig Gültigkeit ablaufen verfallen | caducar caducidad válido validez vence | expirer expiration valable validité
opening_hours open opens hours close closes closing business_hours | Öffnungszeiten geöffnet öffnen offen schließen geschlossen aufhaben aufmachen zumachen zuhaben besetzt Geschäftszeiten Sprechzeiten | horario abierto abre abren cerrado cierra | horaires ouvert ouverture ouvre ferme fermé
weekend | Wochenende | fin_de_semana | week-end
saturday saturdays | Samstag samstags Sonnabend | sábado | samedi
sunday sundays | Sonntag sonntags | domingo | dimanche
holiday holidays bank_holiday public_holiday | Feiertag Feiertage | festivo festivos | férié jours_fériés
wait waiting queue delay delayed late | warten Wartezeit Verspätung verspätet verzögert Karenzzeit Wartefrist | espera esperar retraso tarde | attendre attente retard
fast faster quick quickly express rush | schnell schneller express | rápido rápida exprés | rapide vite express
early earlier | früh früher vorzeitig | temprano | tôt anticipé
late later | spät später | tarde | tard
today same_day | heute selben_Tag | hoy mismo_día | aujourd'hui jour_même
tomorrow next_day | morgen nächsten_Tag | mañana | demain lendemain
month monthly | Monat monatlich Monate | mes mensual meses | mois mensuel
year yearly annual annually | Jahr jährlich Jahre | año anual años | an année annuel
week weekly | Woche wöchentlich | semana semanal | semaine hebdomadaire
deposit_money in_advance prepay upfront advance | Vorauszahlung im_Voraus Vorkasse | por_adelantado adelantado | avance à_l'avance
look~after babysit babysitter babysitting nanny childcare supervise supervision mind | betreuen Betreuung Babysitter aufpassen Kinderbetreuung | cuidar niñera canguro guardería | garder garde baby-sitter surveiller
combine combined together merge pool share shared sharing jointly | kombinieren kombinierbar zusammenlegen zusammen teilen gemeinsam | combinar juntar compartir juntos | combiner cumuler cumulable partager ensemble
bounce bounced fail failed fails declined rejected returned_payment | platzen geplatzt fehlgeschlagen abgelehnt Rücklastschrift nicht_gedeckt Deckung Konto~leer | rechazado fallido devuelto | rejeté refusé échoué
refuse reject decline deny | ablehnen verweigern | rechazar negar | refuser rejeter
accept take accepted | akzeptieren annehmen nehmen | aceptar admitir | accepter prendre
picture photo photograph photos image | Foto Bild Fotos | foto fotografía imagen | photo image
review rating feedback opinion | Bewertung Rezension bewerten | reseña opinión valoración | avis évaluation
hike hiking trek trekking walk walking | wandern Wanderung | senderismo caminata | randonnée marche
ski skiing | Ski Skier skifahren Skifahren | esquí esquiar | ski skier
skipass lift_pass | Skipass | forfait | forfait
backpack rucksack bag | Rucksack Tasche | mochila | sac
jacket coat anorak | Jacke Mantel | chaqueta abrigo | veste manteau
shoe shoes footwear | Schuh Schuhe | zapato zapatos calzado | chaussure chaussures
boot boots | Stiefel | bota botas | bottes
zip zipper fastener | Reißverschluss | cremallera | fermeture
torch lamp light flashlight headlamp | Lampe Taschenlampe Licht | linterna lámpara luz | lampe lumière
rucksack backpack | Rucksack | mochila | sac_à_dos
leak leaking leaks drip dripping | undicht tropft Leck | gotea fuga | fuite fuit
wet damp moisture | nass feucht Feuchtigkeit | mojado húmedo humedad | mouillé humide humidité
tear rip hole burst split apart come_apart | Riss Loch gerissen aufgegangen | agujero rotura rasgado | trou déchirure déchiré
crumble crumbled disintegrate fall_apart dissolve | zerbröseln zerfallen auflösen | deshacer desmoronar | effriter désagréger
glue stick adhesive | kleben Kleber | pegar pegamento | coller colle
measure measuring measurement length | messen Maß Länge | medir medida largo | mesurer mesure longueur
tall height high | Höhe hoch groß Körpergröße | alto altura | haut hauteur
machine washing_machine | Maschine Waschmaschine | lavadora máquina | machine
dry dryer drying tumble | trocknen Trockner | secar secadora | sécher séchoir sèche
heating warm temperature heat | Heizung Wärme Temperatur Hitze | calefacción temperatura calor | chauffage température chaleur
biggest largest maximum | größte maximal | mayor máximo | maximum
air_conditioning air_con aircon | Klimaanlage | aire_acondicionado | climatisation
cold cool | kalt kühl | frío fresco | froid frais
fire burn burnt burned | Feuer brennen verbrannt Brand | fuego quemar quemado | feu brûler brûlé
sleep asleep bed beds | schlafen Bett Betten | dormir cama camas | dormir lit lits
cot crib baby_bed | Kinderbett Babybett | cuna | berceau lit_bébé
left_behind forgot forgotten lost_property leave_behind | vergessen liegen_gelassen Fundsachen liegen_lassen liegengelassen liegenlassen Fundbüro verloren | olvidado olvidar | oublié oublier perdus
someone_else another_person other_person third_party | jemand_anderes andere_Person Dritte | otra_persona tercero | autre_personne tiers
wedding marry married marriage | Hochzeit heiraten | boda casarse | mariage
party celebration event | Feier Veranstaltung | fiesta evento | fête événement
meeting conference seminar | Besprechung Tagung Konferenz Seminar | reunión conferencia | réunion conférence séminaire
massage | Massage | masaje | massage
spa wellness | Wellness | spa | spa
sauna steam | Sauna Dampfbad | sauna | sauna hammam
lift elevator | Aufzug Lift Fahrstuhl | ascensor | ascenseur
half_board full_board meals_included | Halbpension Vollpension | media_pensión | demi-pension
tourist_tax city_tax visitor_tax local_tax | Kurtaxe Ortstaxe Gästetaxe | tasa_turística | taxe_de_séjour
bring bring_along | mitbringen | traer | apporter amener
shuttle transfer pick_us_up taxi | Shuttle Transfer Abholung Taxi | traslado taxi lanzadera | navette transfert taxi
airport flight plane | Flughafen Flug | aeropuerto vuelo | aéroport vol
directions route way how_to_get | Anfahrt Weg Anreise | cómo_llegar ruta | itinéraire accès
tariff plan package | Tarif Paket | tarifa plan paquete | forfait tarif formule offre
router modem box | Router Modem Box | router módem | routeur modem box
fibre fiber | Glasfaser | fibra | fibre
connection line | Anschluss Leitung | conexión línea | ligne raccordement
slow sluggish speed slower | langsam Geschwindigkeit | lento velocidad | lent vitesse débit
activate activation switch_on go_live unlock | aktivieren Freischaltung freischalten Aktivierung | activar activación alta | activer activation mise_en_service
mobile cell smartphone | Handy Mobilfunk Smartphone Mobiltelefon | móvil | portable mobile
sim sim_card | SIM SIM-Karte | sim | sim
data gigabyte gigabytes volume allowance | Datenvolumen Gigabyte Volumen | datos gigas | données gigas
roaming abroad | Roaming Ausland | roaming itinerancia | itinérance roaming
port porting keep_my_number number_transfer | Rufnummernmitnahme mitnehmen portieren Portierung | portabilidad portar conservar | portabilité conserver
television tv | Fernsehen TV | televisión tele | télévision télé
channel channels | Sender Kanal | canal canales | chaîne chaînes
electricity power energy | Strom Energie | electricidad luz energía | électricité énergie courant
meter reading consumption usage | Zähler Zählerstand Verbrauch | contador lectura consumo | compteur relevé consommation
gym fitness studio workout training | Fitnessstudio Studio Training | gimnasio entrenamiento | salle fitness entraînement sport
trainer instructor coach teacher tutor | Trainer Trainerin Lehrer Kursleiter | entrenador instructor profesor monitor | entraîneur professeur moniteur coach
locker cabinet | Schließfach Spind | taquilla | casier
shower | Dusche duschen | ducha | douche
changing_room | Umkleide | vestuario | vestiaire
exam test | Prüfung Test | examen prueba | examen
certificate diploma | Zertifikat Zeugnis | certificado título | certificat diplôme
miss missed no-show absent absence | verpassen versäumt verpasst nicht_erscheinen | perder faltar ausencia | manquer raté absence
reschedule postpone move_date shift rebook | verschieben umbuchen verlegen Umbuchung | aplazar cambiar_fecha posponer | reporter déplacer décaler
injury injured hurt | Verletzung verletzt | lesión herido | blessure blessé
accident | Unfall | accidente | accident
pregnant pregnancy | schwanger Schwangerschaft | embarazada embarazo | enceinte grossesse
die death deceased died pass_away | Tod verstorben gestorben | fallecimiento muerte | décès mort
claim report notify notification announce inform | melden Meldung Schadensmeldung mitteilen anzeigen benachrichtigen informieren Bescheid | notificar avisar comunicar | déclarer signaler prévenir informer
theft stolen steal robbed | Diebstahl gestohlen | robo robado | vol volé
lock blocked locked block | sperren gesperrt Sperre | bloquear bloqueado | bloquer bloqué
app application software program | App Anwendung Software Programm | aplicación app programa | application appli logiciel
download install_app | herunterladen Download runterladen | descargar | télécharger
upload attach attachment file | hochladen Anhang Datei | subir adjuntar archivo | téléverser joindre fichier
website online site web internet_page | Website Internetseite online Webseite | web sitio online | site internet ligne web
newsletter advertising marketing unsubscribe | Newsletter Werbung abmelden | boletín publicidad | newsletter publicité
language languages speak english | Sprache Sprachen sprechen | idioma idiomas hablar | langue langues parler
job vacancy career | Stelle Bewerbung Karriere bewerben | empleo trabajo vacante | emploi poste candidature
recycle recycling dispose disposal old_device | entsorgen Entsorgung Recycling | reciclar desechar | recycler recyclage
spare_part spare parts replacement_part component | Ersatzteil Ersatzteile Teile | repuesto recambio piezas | pièce pièces rechange
manual instructions guide how_to | Anleitung Bedienungsanleitung Handbuch | manual instrucciones guía | manuel notice mode_d'emploi guide
open_box return_opened unsealed sealed | geöffnet versiegelt | abierto precintado | ouvert scellé
neighbour neighbor next_door not_at_home nobody_home | Nachbar nicht_zu_Hause | vecino | voisin absent
bulky large_item freight pallet | sperrig Sperrgut Spedition | voluminoso palé | encombrant palette
floor stairs upstairs storey | Stock Etage Treppe | piso planta escalera | étage escalier
garden balcony terrace | Garten Balkon Terrasse | jardín balcón terraza | jardin balcon terrasse
subscribe subscriber subscription | abonnieren Abonnent Abo | suscribir suscriptor | abonner abonné
birthday anniversary | Geburtstag | cumpleaños aniversario | anniversaire
collect earn gather | sammeln verdienen ansammeln | acumular ganar | cumuler gagner collecter
`;
