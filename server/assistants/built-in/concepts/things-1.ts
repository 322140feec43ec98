export const THINGS_1 = `
luggage baggage suitcase suitcases travel_bag trolley_case holdall | Gepäck Koffer Reisegepäck Reisekoffer Rollkoffer Trolley Gepäckstück Reisetasche | equipaje maleta maletas valija | bagage bagages valise valises
hand_luggage carry-on carry_on_bag cabin_bag cabin_baggage hand_baggage | Handgepäck Handgepäckstück Kabinengepäck Bordgepäck Bordkoffer Kabinentrolley | equipaje_de_mano maleta_de_cabina | bagage_à_main bagage_cabine
luggage_storage left_luggage baggage_storage store~luggage leave~luggage leave~suitcase leave~bags luggage_room left-luggage | Gepäckaufbewahrung Gepäckraum Gepäckdepot Koffer~unterstellen Koffer~dalassen Gepäck~unterstellen Gepäck~dalassen Gepäck~abstellen | consigna guardaequipajes dejar~maletas guardar~equipaje | consigne bagagerie laisser~bagages
check-in checkin check_in arrival_time earliest_arrival | einchecken Check-in Checkin Anreise Anreisezeit Ankunftszeit Zimmerbezug Zimmer~beziehen eingecheckt | registro_de_entrada hora_de_llegada check-in | arrivée heure_d'arrivée enregistrement check-in
check-out checkout check_out departure_time vacate vacating | auschecken Check-out Checkout Abreise Abreisezeit Zimmer~räumen Zimmerrückgabe ausgecheckt | hora_de_salida check-out | départ heure_de_départ check-out libérer~chambre
late_checkout late_check-out late_departure check_out_late | Late_Checkout Late_Check-out späte_Abreise spätere_Abreise später~auschecken später~abreisen | salida_tardía late_check-out | départ_tardif late_check-out
reception front_desk concierge receptionist | Rezeption Empfangstresen Portier Concierge Rezeptionist Rezeptionistin Empfangsdame | recepción recepcionista conserje | réception réceptionniste concierge
lift elevator elevators lifts | Aufzug Aufzüge Lift Fahrstuhl Fahrstühle Personenaufzug Liftanlage | ascensor ascensores elevador | ascenseur ascenseurs
stairs staircase stairway stairwell flight_of_stairs | Treppe Treppenhaus Stiege Stiegenhaus Treppenstufe Treppenstufen Treppenaufgang | escalera escaleras | escalier escaliers
escalator moving_staircase moving_stairs | Rolltreppe Fahrtreppe | escalera_mecánica escaleras_mecánicas | escalator escalier_mécanique
ground_floor street_level groundfloor | Erdgeschoss Erdgeschoß Parterre ebenerdig | planta_baja | rez-de-chaussée plain-pied
balcony balconies loggia | Balkon Balkone Loggia Balkonzimmer | balcón balcones | balcon balcons loggia
terrace patio sun_deck | Terrasse Sonnenterrasse Außenterrasse | terraza | terrasse
sea_view seaview ocean_view view_of_the_sea | Meerblick Blick_aufs_Meer Meersicht Zimmer_mit_Meerblick | vista_al_mar vistas_al_mar | vue_mer vue_sur_mer vue_sur_la_mer
bedding bedclothes bed_linen bedlinen sheets duvet_cover bedsheets pillowcase | Bettwäsche Bettzeug Bettbezug Bettbezüge Bettlaken Leintuch Leintücher Kissenbezug Bettüberzug | ropa_de_cama sábanas sábana funda_nórdica | literie draps linge_de_lit housse_de_couette
duvet quilt comforter doona eiderdown | Bettdecke Federbett Daunendecke Oberbett Zudecke Tuchent Steppdecke | edredón | couette édredon
blanket blankets woolly_blanket throw_blanket | Wolldecke Kuscheldecke Fleecedecke Zusatzdecke | manta mantas frazada | plaid couverture_en_laine
pillow pillows | Kopfkissen Kissen Kopfpolster | almohada almohadas | oreiller oreillers
cot crib baby_bed travel_cot travel_crib baby_cot bassinet pack_and_play | Kinderbett Babybett Gitterbett Reisebett Kinderreisebett Babyreisebett Gitterbettchen | cuna cuna_de_viaje moisés | berceau lit_bébé lit_parapluie lit_pour_bébé
extra_bed rollaway rollaway_bed additional_bed folding_bed camp_bed foldaway_bed | Zustellbett Zusatzbett Aufbettung Beistellbett Klappbett Extrabett Aufbettungen | cama_supletoria cama_extra cama_plegable | lit_supplémentaire lit_d'appoint lit_pliant
double_bed marital_bed matrimonial_bed | Doppelbett Ehebett französisches_Bett Doppelbetten | cama_doble cama_de_matrimonio | lit_double grand_lit
double_room room_for_two two-person_room | Doppelzimmer DZ Zweierzimmer Zimmer_für_zwei | habitación_doble | chambre_double chambre_pour_deux
single_room room_for_one | Einzelzimmer Einbettzimmer EZ Zimmer_für_eine_Person | habitación_individual | chambre_simple chambre_individuelle
towel towels bath_towel hand_towel bathsheet | Handtuch Handtücher Badetuch Badetücher Duschtuch Duschtücher Frottiertuch | toalla toallas | serviette_de_toilette serviettes_de_bain drap_de_bain
bathrobe dressing_gown bath_robe | Bademantel Bademäntel Saunamantel | albornoz bata_de_baño | peignoir peignoirs
key_card keycard room_card room_key hotel_key door_card access_card | Schlüsselkarte Zimmerkarte Keycard Zimmerschlüssel Hotelschlüssel Türkarte | tarjeta_llave llave_de_la_habitación tarjeta_de_acceso | carte_magnétique clé_de_chambre carte-clé
air_conditioning air_con aircon air_conditioned air-conditioned air_conditioner aircondition | Klimaanlage Klimagerät klimatisiert Klimatisierung Klima_im_Zimmer Aircondition | aire_acondicionado climatización climatizado | climatisation climatisé clim climatiseur
electric_fan pedestal_fan ceiling_fan table_fan | Ventilator Ventilatoren Standventilator Deckenventilator Tischventilator | ventilador ventiladores | ventilateur ventilateurs
hairdryer hair_dryer blow_dryer hairdrier blow-dryer | Fön Föhn Haartrockner Haarföhn Haarfön | secador_de_pelo secador | sèche-cheveux
fridge refrigerator icebox mini-fridge fridges | Kühlschrank Kühlschränke Zimmerkühlschrank Eiskasten | nevera frigorífico refrigerador heladera | réfrigérateur frigo
room_safe safe_deposit_box hotel_safe safety_deposit_box strongbox | Zimmersafe Safe Tresor Hotelsafe Zimmertresor Wertfach | caja_fuerte | coffre-fort
housekeeping room_cleaning maid_service chambermaid clean~room | Zimmerreinigung Zimmermädchen Zimmer~putzen Zimmer~reinigen Zimmer~saubermachen | limpieza_de_habitaciones camarera_de_pisos | ménage_de_la_chambre femme_de_chambre
room_service food_to_the_room in-room_dining | Roomservice Etagenservice Essen_aufs_Zimmer Etagenkellner Zimmerservice | servicio_de_habitaciones | service_en_chambre room_service
wake-up_call wake_up_call morning_call alarm_call | Weckruf Weckdienst Weckservice geweckt_werden wecken | servicio_de_despertador llamada_despertador | réveil_téléphonique service_de_réveil
holiday_flat holiday_apartment holiday_let vacation_rental self-catering_apartment | Ferienwohnung FeWo Ferienapartment Ferienappartement Ferienunterkunft | apartamento_turístico piso_vacacional apartamento_vacacional | location_de_vacances appartement_de_vacances
hostel youth_hostel backpackers_hostel | Hostel Jugendherberge Herberge JUHE Jugi | albergue hostal_juvenil albergue_juvenil | auberge_de_jeunesse
dormitory dorm shared_room bunk_room multi-bed_room | Schlafsaal Schlafsäle Mehrbettzimmer Mehrbettraum Gemeinschaftszimmer Matratzenlager | dormitorio_compartido habitación_compartida | dortoir chambre_partagée
accommodation lodging place_to_stay sleeping_accommodation | Unterkunft Unterkünfte Beherbergung Übernachtungsmöglichkeit Quartier Schlafgelegenheit | alojamiento hospedaje | hébergement logement
breakfast brekkie breakfasts breakfast_buffet morning_meal | Frühstück Frühstücksbuffet frühstücken Morgenessen Zmorge gefrühstückt Frühstücksbüfett | desayuno desayunar desayuno_bufé | petit_déjeuner petit-déjeuner déjeuner_du_matin
half_board half-board dinner_bed_and_breakfast | Halbpension Frühstück_und_Abendessen | media_pensión | demi-pension
full_board full-board three_meals_a_day | Vollpension drei_Mahlzeiten_am_Tag | pensión_completa | pension_complète
all-inclusive all_inclusive everything_included | All-inclusive all_inclusive alles_inklusive | todo_incluido | tout_compris tout_inclus
shuttle shuttle_bus shuttle_service airport_transfer hotel_bus courtesy_bus | Shuttle Shuttlebus Shuttleservice Pendelbus Zubringerbus Hotelbus Flughafentransfer Abholdienst Zubringer | lanzadera autobús_lanzadera traslado_al_aeropuerto | navette navettes transfert_aéroport
taxi cab minicab taxicab | Taxi Taxis Funktaxi Taxifahrt Taxizentrale | taxi taxis | taxi taxis
airport airfield airport_terminal airports | Flughafen Flughäfen Airport Flugplatz Flughafenterminal | aeropuerto aeropuertos | aéroport aéroports
flight flights plane aeroplane airplane fly flying flown | Flug Flüge Flugzeug Flieger fliegen geflogen Flugreise | vuelo vuelos avión volar | vol_en_avion avion
boarding_pass boarding_card | Bordkarte Boardingkarte Bordkarten Boardingpass Einsteigekarte | tarjeta_de_embarque | carte_d'embarquement
embark embarkation go_on_board get_on_board boarding_time | Boarding einsteigen eingestiegen Einschiffung einschiffen an_Bord_gehen | embarque embarcar | embarquement embarquer
station train_station railway_station main_station railroad_station | Bahnhof Bahnhöfe Hauptbahnhof Hbf Bahnstation Zugbahnhof | estación_de_tren estación estación_ferroviaria | gare gares
bus_stop tram_stop | Haltestelle Bushaltestelle Bushalt Tramhaltestelle Straßenbahnhaltestelle | parada_de_autobús parada | arrêt_de_bus arrêt_de_tram
train_platform railway_platform which_platform railway_track station_platform | Bahnsteig Gleis Bahngleis Perron Bahnsteige Gleise | andén andenes vía_del_tren | quai voie_du_train
metro subway underground_railway underground_train underground_station tube_station | U-Bahn Untergrundbahn Metro U-Bahnhof U-Bahn-Station | metro subterráneo | métro
tram tramway streetcar trams light_rail | Straßenbahn Tram Strassenbahn Trambahn Stadtbahn Bim | tranvía tranvías | tramway tram
public_transport public_transit public_transportation | öffentliche_Verkehrsmittel ÖPNV ÖV Öffis Nahverkehr öffentlicher_Verkehr | transporte_público | transports_en_commun transports_publics
ferry ferries car_ferry ferryboat crossing~boat | Fähre Fähren Autofähre Fährschiff Fährüberfahrt Fährverbindung | ferry ferri transbordador ferries | ferry ferries traversier
cabin cabins stateroom ship_cabin cabin_on_board | Kabine Kabinen Schiffskabine Kajüte | camarote camarotes | cabine cabines
harbour harbor port_of_departure ferry_terminal ferry_port quay jetty | Hafen Häfen Fährhafen Anleger Schiffsanleger Anlegestelle Fährterminal | puerto embarcadero | débarcadère embarcadère gare_maritime
seasick seasickness travel_sick motion_sickness travel_sickness | seekrank Seekrankheit Reisekrankheit reisekrank Reiseübelkeit | mareo_en_el_mar mareo_por_movimiento mareo_en_viaje | mal_de_mer mal_des_transports
canoe canoes canoeing canadian_canoe | Kanu Kanus Kanutour Kanufahren Paddelboot | canoa canoas piragua | canoë canoës
kayak kayaks kayaking | Kajak Kajaks Kajaktour Kajakfahren | kayak kayaks | kayak kayaks
life_jacket lifejacket life_vest buoyancy_aid life_preserver | Schwimmweste Rettungsweste Schwimmwesten Rettungswesten Auftriebsweste | chaleco_salvavidas | gilet_de_sauvetage
bicycle bike push-bike pushbike bikes cycling pushbikes | Fahrrad Fahrräder Rad Räder Velo Drahtesel Radl Bike | bicicleta bicicletas bici bicis | vélo vélos bicyclette
e-bike ebike electric_bike pedelec electric_bicycle | E-Bike Pedelec Elektrofahrrad Elektrorad E-Fahrrad E-Velo | bicicleta_eléctrica e-bike | vélo_électrique VAE e-bike
e-scooter escooter electric_scooter electric_kick_scooter | E-Scooter E-Tretroller Elektro-Tretroller Elektroscooter Elektrotretroller | patinete_eléctrico | trottinette_électrique
kick_scooter kickscooter push_scooter children's_scooter | Tretroller Kickboard Trottinett Cityroller Kinderroller | patinete patinete_infantil | trottinette
moped mopeds motor_scooter motor_scooters | Moped Mofa Motorroller Mokick Töffli | ciclomotor escúter | mobylette cyclomoteur
motorbike motorcycle motor_bike motorbikes | Motorrad Motorräder Kraftrad Töff | motocicleta moto motos | motocyclette moto
car cars vehicle automobile motorcar motor_car | Auto Autos Wagen PKW Kraftfahrzeug Kfz Fahrzeug | coche coches automóvil vehículo | voiture voitures automobile véhicule
hire_car rental_car rented_car rent_a_car car_hire car_rental | Mietwagen Leihwagen Mietauto Leihauto Autovermietung Autoverleih | coche_de_alquiler alquiler_de_coches | voiture_de_location location_de_voiture
van vans transporter delivery_van panel_van removal_van | Transporter Lieferwagen Kleintransporter Kastenwagen Umzugswagen | furgoneta furgonetas | camionnette fourgonnette utilitaire
caravan caravans travel_trailer touring_caravan | Wohnwagen Caravan Wohnanhänger Caravans | caravana remolque_vivienda | caravane caravanes
motorhome camper_van campervan RV motor_home recreational_vehicle | Wohnmobil Reisemobil Campingbus Wohnmobile Campervan Camper_Van | autocaravana | camping-car
trailer trailers car_trailer | Anhänger Autoanhänger Pkw-Anhänger Fahrzeuganhänger Hänger | remolque remolques | remorque remorques
child_seat car_seat child_car_seat child_safety_seat children's_seat | Kindersitz Kindersitze Autokindersitz Kinderautositz Kindersitz_fürs_Auto | silla_de_coche asiento_infantil sillita | siège_enfant siège_auto
roof_rack roof_bars roof_carrier luggage_rack_on_the_roof | Dachgepäckträger Dachträger Dachständer Lastenträger_fürs_Dach | baca portaequipajes_de_techo | galerie_de_toit barres_de_toit
roof_box rooftop_box roof_cargo_box car_top_box | Dachbox Dachboxen Dachkoffer Dachgepäckbox | cofre_de_techo | coffre_de_toit
charging_station charging_point charge_point EV_charger charging_column charge~EV | Ladestation Ladesäule Ladepunkt Stromtankstelle Elektroauto~laden E-Ladestation Ladesäulen E-Tankstelle | punto_de_recarga estación_de_carga cargador_eléctrico | borne_de_recharge station_de_recharge
wallbox wall_box home_charger home_charging_station | Wallbox Heimladestation Wandladestation Wallboxen | cargador_doméstico | borne_à_domicile
electric_car EV electric_vehicle e-car battery_car | Elektroauto E-Auto Elektrofahrzeug Stromer E-Fahrzeug | coche_eléctrico vehículo_eléctrico | voiture_électrique véhicule_électrique
petrol gasoline unleaded | Benzin Superbenzin Ottokraftstoff bleifrei | gasolina | essence sans-plomb
fuel refuel tank_up full_tank refuelling | tanken Kraftstoff Treibstoff volltanken auftanken vollgetankt Tankfüllung getankt Sprit | combustible repostar depósito_lleno | carburant faire_le_plein plein_d'essence
petrol_station gas_station filling_station service_station | Tankstelle Tankstellen Tanke | gasolinera estación_de_servicio | station-service station_essence
toll tolls road_toll toll_road toll_charge | Maut Mautgebühr Straßenmaut mautpflichtig Mautstraße Straßenbenutzungsgebühr | peaje peajes | péage péages
vignette motorway_sticker toll_sticker motorway_vignette | Vignette Autobahnvignette Pickerl Mautplakette Mautvignette | viñeta_de_autopista | vignette vignette_autoroutière
motorway highway freeway interstate | Autobahn Autobahnen | autopista | autoroute autoroutes
car_park parking_lot parking_garage multi-storey parking_space parking_spot parking_place parking_bay | Parkplatz Parkplätze Parkhaus Parkhäuser Tiefgarage Parkgarage Parkmöglichkeit Autoabstellplatz Pkw-Stellplatz | aparcamiento estacionamiento plaza_de_garaje párking | parking place_de_parking stationnement parc_de_stationnement
parking_ticket_machine parking_meter pay_and_display | Parkscheinautomat Parkuhr Parkautomat | parquímetro | parcmètre horodateur
driving_licence driver's_license driving_license driver_licence licence_to_drive | Führerschein Fahrerlaubnis Führerausweis Führerscheine | carné_de_conducir permiso_de_conducir licencia_de_conducir | permis_de_conduire
number_plate license_plate licence_plate registration_plate | Kennzeichen Nummernschild Autokennzeichen Kfz-Kennzeichen Autonummer | matrícula_del_coche placa_del_coche | plaque_d'immatriculation
rush_hour peak_time busy_period peak_hours | Stoßzeit Stoßzeiten Hauptverkehrszeit Rushhour Spitzenzeiten | hora_punta horas_punta | heure_de_pointe heures_de_pointe
ticket tickets admission_ticket entry_ticket entrance_ticket | Ticket Eintrittskarte Eintrittskarten Tickets Billett Einlasskarte | entradas boleto boletos | billet_d'entrée billets ticket tickets
train_ticket bus_ticket travel_ticket fare_ticket ticket | Fahrkarte Fahrschein Fahrausweis Fahrkarten Bahnticket Zugticket Busticket Billet Ticket | billete_de_tren billete_de_autobús billete | billet_de_train titre_de_transport billet_de_bus
single_ticket one-way_ticket single_journey | einfache_Fahrt Einzelfahrschein Einzelfahrt Hinfahrt_einfach | billete_de_ida solo_ida | aller_simple
return_ticket round_trip round-trip there_and_back | Hin-_und_Rückfahrt Rückfahrkarte hin_und_zurück Hin-_und_Rückfahrkarte Retourbillett | ida_y_vuelta | aller-retour
season_ticket season_tickets season_pass season_card | Dauerkarte Dauerkarten Saisonkarte Saisonkarten Zeitkarte | abono_de_temporada | abonnement_de_saison carte_saison
annual_pass year_pass annual_ticket yearly_pass year_card | Jahreskarte Jahreskarten Jahresabo Jahresticket Jahrespass | abono_anual pase_anual | abonnement_annuel carte_annuelle
day_pass day_ticket one-day_ticket all-day_ticket | Tageskarte Tagesticket Tagespass Tageskarten Tageseintritt | pase_de_un_día entrada_de_un_día | billet_journée pass_journée forfait_journée
box_office ticket_office ticket_desk ticket_counter ticket_window | Ticketschalter Fahrkartenschalter Theaterkasse Kartenschalter Billettschalter | taquilla_de_venta despacho_de_billetes | billetterie
admission_fee entrance_fee entry_fee admission_price | Eintritt Eintrittspreis Eintrittsgeld Eintrittsgebühr Eintrittspreise | precio_de_entrada | prix_d'entrée tarif_d'entrée droit_d'entrée
seat seats seating place_to_sit | Sitzplatz Sitzplätze Sitz Sitzgelegenheit Bestuhlung | asiento asientos butaca plaza_sentada | place_assise siège places_assises
seat_reservation reserved_seat reserve~seat book~seat choose~seat | Sitzplatzreservierung Platzreservierung Sitzreservierung Platzkarte Sitzplatz~reservieren Sitzplatz~aussuchen Sitzplatzwahl | reserva_de_asiento elegir~asiento | réservation_de_siège réserver~siège
aisle_seat seat_on_the_aisle | Gangplatz Platz_am_Gang Gangplätze Sitzplatz_am_Gang | asiento_de_pasillo | siège_couloir côté_couloir
window_seat seat_by_the_window | Fensterplatz Platz_am_Fenster Fensterplätze Sitzplatz_am_Fenster | asiento_de_ventanilla | siège_hublot côté_fenêtre côté_hublot
standing_room standing_ticket standing_place | Stehplatz Stehplätze Stehplatzkarte | entrada_de_pie localidad_de_pie | place_debout places_debout
timetable timetables bus_times train_times departure_times | Fahrplan Fahrpläne Abfahrtszeiten Abfahrtsplan Fahrzeiten Abfahrtszeit | horario_de_trenes horario_de_autobuses horarios_de_salida | horaires_des_trains horaires_des_bus grille_horaire
lost_property lost_and_found lost-and-found left_behind found_items | Fundbüro Fundsachen Fundstelle Fundgegenstände liegengelassen liegen_gelassen Fundstück | objetos_perdidos olvidado | objets_trouvés objets_perdus oublié
entry_visa entry_permit travel_visa tourist_visa visa_requirement need~visa | Visum Einreisevisum Touristenvisum Visumpflicht visumpflichtig Einreiseerlaubnis | visado visados | visa_d'entrée visa_touristique
map city_map street_map town_map road_map | Stadtplan Landkarte Stadtpläne Straßenkarte Karte_der_Umgebung | mapa plano_de_la_ciudad callejero | plan_de_la_ville carte_routière
directions how_to_get_there how_to_find_you getting_there route_description | Anfahrt Anfahrtsbeschreibung Wegbeschreibung Anfahrtsweg Anfahrtsskizze | cómo_llegar indicaciones | itinéraire plan_d'accès comment_venir
guided_tour guided_tours guided_visit tour_with_a_guide city_tour | Führung Führungen Stadtführung geführte_Tour geführter_Rundgang | visita_guiada recorrido_guiado | visite_guidée visite_commentée
tour_guide tourist_guide city_guide | Reiseleiter Reiseleiterin Fremdenführer Gästeführer | guía_turístico guía_turística | guide_touristique guide-conférencier
excursion day_trip outing day_out | Ausflug Ausflüge Tagesausflug Tagestour Exkursion | excursión excursiones | excursion excursions sortie_à_la_journée
package_holiday package_tour package_trip | Pauschalreise Pauschalurlaub Pauschalreisen | viaje_combinado paquete_vacacional | voyage_à_forfait voyage_organisé
cruise cruises cruising | Kreuzfahrt Kreuzfahrten Schiffsreise Kreuzfahrtreise | crucero cruceros | croisière croisières
beach seaside seashore | Strand Strände Badestrand Sandstrand | playa playas | plage plages
sun_lounger deckchair sunlounger beach_lounger deck_chair | Sonnenliege Liegestuhl Liegestühle Strandliege Poolliege | tumbona tumbonas | transat chaise_longue bain_de_soleil
menu food_menu bill_of_fare menu_card | Speisekarte Speisekarten Menükarte Speisenkarte Speiseplan | carta_de_platos menú | carte_des_plats carte_du_restaurant
appetizer appetiser hors_d'oeuvre appetizers | Vorspeise Vorspeisen Vorgericht Horsd'œuvre | entrante entremés | hors-d'œuvre amuse-bouche
main_course main_dish | Hauptgericht Hauptspeise Hauptgang Hauptgerichte Hauptgänge | plato_principal segundo_plato | plat_principal plat_de_résistance
dessert desserts pudding | Nachtisch Dessert Nachspeise Süßspeise Nachspeisen | postre postres | dessert desserts
meat meats meaty meat_dish | Fleisch Fleischgericht Fleischgerichte fleischhaltig | carne carnes | viande viandes
vegetarian veggie meatless meat-free without_meat no_meat | vegetarisch Vegetarier Vegetarierin fleischlos ohne_Fleisch kein_Fleisch veggie | vegetariano vegetariana sin_carne | végétarien végétarienne sans_viande
vegan plant-based without_animal_products vegans | vegan Veganer Veganerin rein_pflanzlich pflanzenbasiert ohne_tierische_Produkte | vegano vegana | végan végane végétalien
allergy allergies allergic intolerance intolerant allergen allergens | Allergie Allergien Allergiker allergisch Unverträglichkeit Allergene Lebensmittelallergie Intoleranz | alergia alérgico intolerancia alérgenos | allergie allergique intolérance allergènes
nuts nut_allergy allergic_to_nuts tree_nuts nut-free | Nüsse Nussallergie Schalenfrüchte nussfrei | frutos_secos | fruits_à_coque
lactose lactose-free lactose_intolerant | Laktose laktosefrei Laktoseintoleranz laktoseintolerant Milchzucker lactosefrei | lactosa sin_lactosa | lactose sans_lactose
gluten gluten-free coeliac celiac | Gluten glutenfrei Zöliakie ohne_Gluten Glutenunverträglichkeit | gluten sin_gluten celiaco | gluten sans_gluten cœliaque
alcohol-free alcohol_free non-alcoholic without_alcohol nonalcoholic | alkoholfrei alkoholfreie ohne_Alkohol nichtalkoholisch antialkoholisch | sin_alcohol | sans_alcool
alcohol alcoholic booze | Alkohol alkoholisch Alkoholika alkoholische_Getränke | alcohol alcohólico bebidas_alcohólicas | alcool alcoolisé boissons_alcoolisées
tap_water drinking_water potable_water | Leitungswasser Trinkwasser Hahnenwasser Kranwasser | agua_del_grifo agua_potable | eau_du_robinet eau_potable
snack snacks nibbles bite_to_eat light_bite | Snack Imbiss Snacks Zwischenmahlzeit Häppchen Kleinigkeit_zu_essen Jause Znüni | tentempié | en-cas collation casse-croûte
packed_lunch bag_lunch lunch_bag boxed_lunch | Lunchpaket Proviant Lunchpakete Vesperpaket Pausenbrot Verpflegungspaket | almuerzo_para_llevar almuerzo_empaquetado | panier-repas
takeaway takeout take-away carry-out food_to_take_away | Essen_zum_Mitnehmen zum_Mitnehmen Takeaway Außer-Haus-Verkauf Take-away | comida_para_llevar | à_emporter plats_à_emporter
cutlery silverware flatware knife_and_fork knives_and_forks | Besteck Bestecke Essbesteck Messer_und_Gabel | cubiertos cubertería | couverts
crockery tableware dinnerware plates_and_cups | Geschirr Teller_und_Tassen Tafelgeschirr Essgeschirr | vajilla | vaisselle
highchair high_chair baby_chair | Hochstuhl Kinderhochstuhl Kinderstuhl Hochstühle Babystuhl | trona tronas | chaise_haute
children's_menu kids_menu kids_meal child_portion | Kindermenü Kinderteller Kinderportion Kinderkarte Kindergericht | menú_infantil | menu_enfant
table_reservation book~table reserve~table | Tischreservierung Tisch~reservieren Tisch~bestellen Tisch~buchen | reservar~mesa reserva_de_mesa | réserver~table réservation_de_table
gratuity gratuities leave_a_tip give_a_tip tip_the_waiter | Trinkgeld Trinkgelder Bedienungsgeld | propina propinas | pourboire pourboires
waiter waitress serving_staff | Kellner Kellnerin Bedienung_am_Tisch Servicekraft Servicekräfte | camarero camarera mesero | serveur serveuse
catering caterer party_service | Catering Caterer Partyservice Bewirtung Verköstigung | catering servicio_de_comidas | traiteur
corkage corkage_fee own_wine bring_your_own_wine | Korkgeld Stoppelgeld eigenen_Wein eigener_Wein Zapfengeld | descorche | droit_de_bouchon
kitchen kitchenette kitchens cooking_area | Küche Kochnische Kleinküche Küchenzeile Kochecke | cocina cocineta | cuisine kitchenette coin_cuisine
self-catering self_catering cook_for_yourself cooking_facilities cook_ourselves | Selbstverpflegung Selbstversorgung Selbstversorger selbst_kochen Kochgelegenheit Kochmöglichkeit | alojamiento_sin_comidas cocinar_uno_mismo | cuisiner_soi-même sans_repas
concert concerts gig live_music live_show | Konzert Konzerte Livemusik Live-Konzert Musikveranstaltung | concierto conciertos música_en_vivo | concert concerts
theatre theater stage_play playhouse | Theater Schauspielhaus Theaterstück Theateraufführung Bühnenstück | teatro obra_de_teatro | théâtre pièce_de_théâtre
theatre_performance stage_show live_performance evening_performance | Vorstellung Aufführung Vorstellungen Theatervorstellung Darbietung | función_de_teatro espectáculo | spectacle représentation_théâtrale
cinema movie_theater picture_house | Kino Lichtspielhaus Filmtheater Kinosaal | cine sala_de_cine | cinéma ciné
museum museums | Museum Museen | museo museos | musée musées
exhibition exhibitions art_exhibition exhibits | Ausstellung Ausstellungen Kunstausstellung | exposición exposiciones | exposition expositions
intermission theatre_interval break_in_the_show theatre_intermission | Theaterpause Konzertpause Vorstellungspause Pause_der_Vorstellung | entreacto intermedio | entracte
cloakroom coat_check checkroom | Garderobe Kleiderablage Mantelabgabe Garderobenabgabe Jackenabgabe | guardarropa | vestiaire
dress_code dresscode what_to_wear dress_rules | Kleiderordnung Dresscode Kleidervorschrift Bekleidungsvorschrift was_anziehen | código_de_vestimenta etiqueta_de_vestir | code_vestimentaire tenue_exigée
wedding weddings wedding_reception get_married nuptials marry wedding_party | Hochzeit Hochzeiten Hochzeitsfeier heiraten Trauung Eheschließung Vermählung geheiratet | boda bodas casarse banquete_de_boda | mariage mariages noces se_marier
birthday_party birthday_celebration children's_birthday | Geburtstagsfeier Kindergeburtstag Geburtstagsparty Geburtstagsfest | fiesta_de_cumpleaños | fête_d'anniversaire goûter_d'anniversaire
stag_party hen_party stag_do hen_do bachelor_party bachelorette_party hen_night | Junggesellenabschied Junggesellinnenabschied JGA | despedida_de_soltero despedida_de_soltera | enterrement_de_vie_de_garçon EVJF EVG
conference congress convention conferences symposium business_meeting | Tagung Konferenz Kongress Tagungen Kongresse Symposium Fachtagung | congreso conferencia simposio | congrès conférence colloque
conference_room meeting_room seminar_room boardroom | Tagungsraum Tagungsräume Konferenzraum Besprechungsraum Seminarraum Sitzungszimmer Sitzungsraum | sala_de_reuniones sala_de_conferencias | salle_de_réunion salle_de_conférence
projector beamer video_projector | Beamer Projektor Projektoren Videoprojektor | proyector cañón_proyector | vidéoprojecteur projecteur
fireworks firecrackers pyrotechnics fire_crackers | Feuerwerk Böller Feuerwerkskörper Pyrotechnik Knaller Silvesterraketen Silvesterknaller | fuegos_artificiales petardos pirotecnia | feux_d'artifice pétards pyrotechnie
trade_fair trade_show expo | Messe Fachmesse Messen Verkaufsmesse | feria_comercial feria_de_muestras | foire salon_professionnel
amusement_park theme_park | Freizeitpark Vergnügungspark Freizeitparks Erlebnispark | parque_de_atracciones parque_temático | parc_d'attractions
gym fitness_studio fitness_centre health_club | Fitnessstudio Fitnesscenter Muckibude Fitnessraum Fitness-Studio Sportstudio | gimnasio sala_de_fitness | salle_de_sport salle_de_gym
sauna saunas sauna_area finnish_sauna | Sauna Saunen Saunabereich Schwitzbad Saunalandschaft | sauna saunas | sauna saunas
steam_room steam_bath turkish_bath hammam | Dampfbad Dampfsauna Hamam Hammam Dampfbäder | baño_de_vapor baño_turco | hammam bain_de_vapeur
hot_tub whirlpool jacuzzi | Whirlpool Jacuzzi Sprudelbad Sprudelbecken Hot_Tub | jacuzzi bañera_de_hidromasaje | jacuzzi bain_à_remous
swim swimming swam swimming_pool pool pools swimming_bath | schwimmen Schwimmbad Schwimmbäder Schwimmbecken baden geschwommen Badi | nadar natación piscina piscinas | nager natation piscine piscines baignade
swimwear swimsuit bathing_suit swimming_costume swimming_gear swimming_things | Badebekleidung Badeanzug Badeanzüge Badesachen Schwimmsachen Badekleidung Badezeug Schwimmkleidung | bañador traje_de_baño | maillot_de_bain maillots_de_bain
swimming_trunks bathing_trunks swim_trunks swimming_briefs | Badehose Badehosen Schwimmhose Schwimmhosen | bañador_de_hombre | slip_de_bain
swimming_cap swim_cap bathing_cap | Badekappe Bademütze Schwimmkappe Badehaube | gorro_de_baño gorro_de_natación | bonnet_de_bain
swimming_lesson learn_to_swim swimming_course | Schwimmkurs Schwimmunterricht Schwimmkurse schwimmen_lernen | clases_de_natación curso_de_natación | cours_de_natation
slope slopes piste pistes ski_run ski_slope | Piste Pisten Skipiste Skihang Abfahrtspiste Skiabfahrt | pista_de_esquí pistas_de_esquí | piste_de_ski pistes
ski_pass skipass lift_pass lift_ticket ski_ticket ski_passes | Skipass Skipässe Liftkarte Lifttickets Skiticket Liftpass | forfait_de_esquí pase_de_esquí | forfait_de_ski forfait_remontées
ski_lift chairlift drag_lift chair_lift ski_tow | Skilift Sessellift Schlepplift Sesselbahn Skilifte | telesilla remonte telesquí | télésiège remontée_mécanique téléski
cable_car gondola_lift ropeway aerial_tramway cableway | Seilbahn Gondelbahn Luftseilbahn Bergbahn Seilbahnen | teleférico telecabina | téléphérique télécabine
snowboard snowboarding snowboards | Snowboard snowboarden Snowboards Snowboardfahren | snowboard tabla_de_nieve | snowboard planche_à_neige
climbing climb rock_climbing climbing_wall climbing_hall | klettern Kletterhalle Kletterwand geklettert Klettersport | escalada escalar rocódromo | escalade grimper mur_d'escalade
camping campsite campground camping_site caravan_site | Camping Campingplatz Campingplätze campen zelten Zeltplatz Zeltplätze | camping acampar | camping terrain_de_camping faire_du_camping
tent_pitch camping_pitch camping_plot caravan_pitch | Zeltstellplatz Campingstellplatz Campingparzelle Stellplatz_fürs_Zelt Wohnwagenstellplatz | parcela_de_camping | emplacement_de_camping emplacement_de_tente
tent tents camping_tent | Zelt Zelte Campingzelt | tienda_de_campaña | tente tentes
sleeping_bag sleeping_bags | Schlafsack Schlafsäcke Mumienschlafsack | saco_de_dormir | sac_de_couchage duvet_de_camping
air_mattress airbed inflatable_mattress blow-up_bed air_bed | Luftmatratze Luftmatratzen Luftbett Luftbetten Gästeluftbett | colchón_inflable colchón_hinchable | matelas_gonflable
sleeping_mat camping_mat roll_mat sleeping_pad | Isomatte Isomatten Schlafmatte Thermomatte | esterilla esterilla_aislante | tapis_de_sol matelas_de_camping
barbecue BBQ barbecuing grill barbeque | grillen Grill Grillplatz Grillplätze Grillstelle Grillparty gegrillt | barbacoa parrilla | barbecue grillades
campfire bonfire open_fire | Lagerfeuer offenes_Feuer Feuerstelle | fogata hoguera | feu_de_camp
fishing fish~lake angling angler go_fishing | angeln Angler fischen_gehen Angelsport geangelt | pesca pescar pescador | pêche pêcher pêcheur
fishing_licence fishing_permit fishing_license rod_licence | Angelschein Fischereischein Angelkarte Fischereierlaubnis Angelerlaubnis Fischerkarte | licencia_de_pesca permiso_de_pesca | permis_de_pêche carte_de_pêche
golf golfing golfer play_golf | Golf golfen Golfer Golfspielen Golfsport | golf golfista | golf golfeur
golf_course golf_links | Golfplatz Golfplätze Golfanlage | campo_de_golf | terrain_de_golf parcours_de_golf
green_fee greens_fee | Greenfee Green-Fee Golfplatzgebühr | green_fee derecho_de_juego | green_fee droit_de_jeu
horse_riding horseback_riding riding_lesson ride_a_horse equestrian | reiten Reitunterricht Reitstunde Reitstunden geritten Reitsport Ausritt | equitación montar_a_caballo | équitation monter_à_cheval
tennis_court tennis_courts court_for_tennis | Tennisplatz Tennisplätze Tenniscourt Tennisanlage | pista_de_tenis cancha_de_tenis | court_de_tennis
playground play_area play_park children's_playground | Spielplatz Spielplätze Kinderspielplatz Spielgelände | parque_infantil zona_de_juegos | aire_de_jeux
toy toys plaything playthings | Spielzeug Spielsachen Spielzeuge Kinderspielzeug | juguete juguetes | jouet jouets
board_game board_games parlour_game tabletop_game | Brettspiel Brettspiele Gesellschaftsspiel Gesellschaftsspiele | juego_de_mesa juegos_de_mesa | jeu_de_société jeux_de_société
bouncy_castle bounce_house inflatable_castle | Hüpfburg Springburg Hüpfburgen | castillo_hinchable | château_gonflable
hiking hike walking_trail hiking_trail footpath rambling | wandern Wanderung Wanderweg Wanderwege gewandert Wandertour Wanderroute | senderismo caminata sendero | randonnée sentier sentiers
bowling tenpin_bowling bowling_alley bowling_lane | Bowling bowlen Bowlingbahn Bowlingcenter | bolos bolera | bowling
skittles ninepins skittle_alley ninepin_bowling | kegeln Kegelbahn Kegelabend Kegelspiel | juego_de_bolos | jeu_de_quilles quilles
childcare child_care child_minding look~children mind~children | Kinderbetreuung Kinderaufsicht Kinder~betreuen Kinder~aufpassen Betreuung_für_Kinder | cuidado_de_niños cuidar~niños | garde_d'enfants garder~enfants
kids_club children's_club miniclub mini_club | Kinderclub Miniclub Kinderclubs Kinderanimation Kinderklub | club_infantil miniclub | club_enfants miniclub
babysitter babysitting baby-sitter nanny babysit | Babysitter Babysitterin Kindermädchen Nanny babysitten Babysitting | niñera canguro niñero | baby-sitter nounou
childminder registered_childminder family_daycare day_mother | Tagesmutter Tagesmütter Tagesvater Tagespflegeperson Kindertagespflege | madre_de_día cuidadora_infantil | assistante_maternelle
daycare day_care daycare_centre childcare_centre | Kita Kitas Kindertagesstätte Kindertageseinrichtung | guardería centro_infantil | garderie
creche crèche day_nursery infant_nursery | Krippe Kinderkrippe Krippenplatz Babykrippe | guardería_para_bebés | crèche crèches
kindergarten preschool nursery_school pre-school | Kindergarten Kindergärten KiGa Kindi Chindsgi | jardín_de_infancia preescolar | jardin_d'enfants école_maternelle
after-school_club after-school_care afterschool out-of-school_care | Hort Schulhort Kinderhort Nachmittagsbetreuung Schülerhort | guardería_extraescolar | garderie_périscolaire périscolaire
pram pushchair stroller buggy baby_carriage | Kinderwagen Buggy Kinderwägen Babywagen | cochecito carrito_de_bebé | poussette landau
nappy nappies diaper diapers | Windel Windeln Babywindel Höschenwindel | pañal pañales | couche couches
changing_table baby_changing baby_change change~nappy nappy_changing changing_mat | Wickeltisch Wickelraum Wickelräume Wickelkommode Wickelmöglichkeit wickeln gewickelt | cambiador cambiar~pañal | table_à_langer langer
trousers pants slacks pair_of_trousers britches | Hose Hosen Beinkleid Stoffhose Buxe | pantalón pantalones | pantalon pantalons futal
shirt dress_shirt button-down_shirt button-up_shirt business_shirt formal_shirt | Hemd Hemden Oberhemd Herrenhemd Businesshemd Anzughemd | camisa | chemise
t-shirt tshirt tee_shirt tee-shirt | T-Shirt Tshirt T-Shirts Kurzarmshirt Leiberl | camiseta playera remera | t-shirt tee-shirt
jumper sweater pullover knitted_jumper woolly_jumper | Pullover Pulli Strickpullover Sweater Strickpulli | jersey suéter | pull pull-over chandail
hoodie hoody hooded_sweatshirt hooded_jumper hooded_top | Kapuzenpullover Kapuzenpulli Hoodie Kapuzensweatshirt Kapuzensweater | sudadera_con_capucha | sweat_à_capuche hoodie
zip zipper zip_fastener zip-fastener fly_zip zip_slider zip_puller | Reißverschluss Reißverschlüsse Reissverschluss Zippverschluss Zipp Zipper Reißer | cremallera cierre_relámpago | fermeture_éclair zip fermeture_à_glissière
shirt_button missing_button lost_button button_came_off button_fell_off sew_on_a_button | Hemdknopf Knopf_ab Knopf_abgegangen Knopf_abgerissen Knopf_annähen Knopf_fehlt | botón_caído coser_un_botón | bouton_décousu recoudre_un_bouton
press_stud popper snap_fastener snap_button | Druckknopf Druckknöpfe Drucker_am_Kleid Druckverschluss | botón_de_presión broche_a_presión | bouton-pression pression_de_vêtement
velcro hook-and-loop hook_and_loop velcro_strap velcro_fastener | Klettverschluss Klettverschlüsse Klettband Klett Velcro | velcro | velcro scratch bande_auto-agrippante
sleeve sleeves arm_of_the_jacket arm_of_the_shirt | Ärmel Armlänge_der_Jacke Jackenärmel Hemdsärmel Ärmellänge | manga mangas | manche_de_chemise longueur_de_manche
hem hemline shorten_the_trousers take_up_the_trousers trouser_hem | Saum Hosensaum Rocksaum umsäumen säumen Hose_kürzen | dobladillo bajo_del_pantalón | ourlet raccourcir_un_pantalon
`;
