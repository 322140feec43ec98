export const THINGS_2 = `
seam stitching seams come_unstitched split_seam | Naht Nähte Nahtstelle aufgetrennt | costura descosido | couture décousu
sole soles shoe_sole outsole resole | Sohle Sohlen Schuhsohle Laufsohle Außensohle neu_besohlen besohlen | suela suelas | semelle_extérieure ressemelage ressemeler
insole insoles inner_sole footbed shoe_insert orthotics | Einlegesohle Einlegesohlen Innensohle Fußbett Schuheinlage Schuheinlagen | plantilla plantillas | semelle_intérieure semelles_orthopédiques
laces shoelaces shoelace shoestrings bootlaces | Schnürsenkel Schuhbändel Schnürbänder Schuhbänder Schuhbandl | cordones agujetas | lacets lacet
waterproof water-resistant water_resistant watertight rainproof showerproof keep~out~rain | wasserdicht wasserfest regendicht wasserabweisend regenfest Wasserdichtigkeit | impermeable resistente_al_agua | imperméable étanche étanchéité
waterproof_membrane breathable_membrane waterproof_layer weather_membrane climate_membrane | Membran Membrane Klimamembran Wettermembran wasserdichte_Schicht | membrana_impermeable | membrane_imperméable membrane_respirante
reproof reproofing waterproofing_spray proofing_spray proof_the_jacket water_repellent_spray | imprägnieren Imprägnierung Imprägnierspray nachimprägnieren Imprägniermittel | impermeabilizar spray_impermeabilizante | imperméabiliser imperméabilisant
wool woollen woolly pure_wool wool_garment | Wolle wollen_Pullover Wollsachen Schurwolle Wollkleidung aus_Wolle | lana de_lana | laine lainage
down_filling down-filled goose_down duck_down down_feathers down_fill | Daunen Daunenfüllung Daune Gänsedaunen Entendaunen Federfüllung | plumón relleno_de_plumas | duvet_d'oie garnissage_en_duvet
leather genuine_leather real_leather cowhide | Leder Echtleder Rindsleder Rindleder echtes_Leder | cuero piel_auténtica | cuir cuir_véritable
fabric textile cloth material_of_the_cover textiles | Stoff Textil Textilien Gewebe Stoffbezug | tela tejido | tissu textile étoffe
dry_cleaning dry-cleaning dry_cleaner dry_cleaner's dry_clean chemical_cleaning | chemische_Reinigung chemisch_reinigen Textilreinigung Putzerei Trockenreinigung Kleiderreinigung | tintorería limpieza_en_seco | nettoyage_à_sec pressing teinturerie
spin_cycle spin spinning spin_speed spin_the_laundry | schleudern Schleudergang Schleuderprogramm Schleuderdrehzahl geschleudert | centrifugado centrifugar | essorage essorer
ironing iron_my_shirts ironed steam_iron ironing_service | bügeln gebügelt Bügelservice Bügeleisen glätten Dampfbügeleisen | planchar plancha_de_ropa planchado | repassage repasser fer_à_repasser
washing_powder laundry_detergent washing_detergent liquid_detergent washing_liquid | Waschmittel Waschpulver Flüssigwaschmittel Feinwaschmittel Vollwaschmittel | detergente_para_ropa | lessive détergent_pour_linge
underwear undies underclothes undergarments | Unterwäsche Unterbekleidung Leibwäsche Unterwäscheteile | ropa_interior | sous-vêtements linge_de_corps
swimwear swimming_costume swimsuit bathing_suit swimming_clothes | Badebekleidung Badesachen Schwimmkleidung Badezeug Schwimmsachen Badeanzug Badekleidung | traje_de_baño bañador | maillot_de_bain tenue_de_bain
sofa couch settee three-seater two-seater | Sofa Couch Polstersofa Zweisitzer Dreisitzer Kanapee Sofas | sofá | canapé sofa
mattress mattresses bed_mattress foam_mattress sprung_mattress | Matratze Matratzen Bettmatratze Schaumstoffmatratze Federkernmatratze | colchón colchones | matelas
wardrobe clothes_cupboard clothes_closet armoire | Kleiderschrank Kleiderschränke Kleiderkasten Garderobenschrank | armario_ropero ropero | armoire penderie garde-robe
shelf shelves shelving shelving_unit bookshelf bookcase | Regal Regale Wandregal Bücherregal Regalbrett Standregal | estantería estante repisa | étagère étagères rayonnage
curtain curtains drapes drapery window_curtain | Vorhang Vorhänge Gardine Gardinen Fenstervorhang | cortina cortinas | rideau rideaux voilage
lamp light_fitting light_fixture luminaire ceiling_light | Lampe Lampen Leuchte Leuchten Deckenlampe Deckenleuchte | lámpara luminaria | lampe luminaire plafonnier
light_bulb lightbulb bulb light_bulbs LED_bulb | Glühbirne Glühlampe Leuchtmittel Glühbirnen LED-Lampe | bombilla bombillo | ampoule ampoules
oven baking_oven electric_oven built-in_oven | Backofen Backöfen Backrohr Ofenrohr Einbaubackofen Elektrobackofen | horno | four four_électrique
hob cooktop stovetop stove cooker_top ceramic_hob induction_hob | Kochfeld Kochfelder Herdplatte Herdplatten Kochplatte Ceranfeld Induktionskochfeld | placa_de_cocina vitrocerámica | plaque_de_cuisson table_de_cuisson
fridge refrigerator icebox fridges minifridge mini_fridge | Kühlschrank Kühlschränke Eiskasten Kühlgerät Minikühlschrank | nevera frigorífico refrigerador heladera | réfrigérateur frigo frigidaire
freezer deep_freeze deep_freezer freezer_compartment chest_freezer | Gefrierschrank Tiefkühlschrank Gefriertruhe Tiefkühltruhe Gefrierfach Tiefkühler | congelador | congélateur
washing_machine washer clothes_washer laundry_machine | Waschmaschine Waschmaschinen Waschautomat Waschvollautomat | lavadora lavarropas | lave-linge machine_à_laver
dishwasher dish_washer dishwashing_machine | Spülmaschine Geschirrspüler Geschirrspülmaschine Abwaschmaschine Spülmaschinen | lavavajillas lavaplatos | lave-vaisselle
vacuum_cleaner hoover vacuum hoovering vac | Staubsauger Sauger staubsaugen Bodenstaubsauger Hoover | aspiradora aspirador | aspirateur
kettle electric_kettle water_boiler water_kettle | Wasserkocher Teekessel Wasserkessel Teekocher | hervidor tetera_eléctrica | bouilloire
pan frying_pan skillet saucepan cooking_pot | Pfanne Pfannen Bratpfanne Kochtopf Kochtöpfe | sartén cacerola | poêle_à_frire casserole
crockery dishes tableware plates_and_cups dinnerware | Geschirr Essgeschirr Tischgeschirr Porzellangeschirr | vajilla platos | vaisselle
cutlery silverware flatware knives_and_forks | Besteck Essbesteck Bestecke Messer_und_Gabel | cubiertos cubertería | couverts couvert
coffee_machine coffee_maker espresso_machine coffeemaker | Kaffeemaschine Kaffeeautomat Kaffeevollautomat Espressomaschine | cafetera | cafetière machine_à_café
microwave microwave_oven microwaves | Mikrowelle Mikrowellenherd Mikrowellengerät Mikrowellenofen | microondas | micro-ondes four_à_micro-ondes
carpet rug fitted_carpet floor_covering_carpet | Teppich Teppiche Teppichboden Läufer_Teppich Spannteppich | alfombra moqueta | tapis moquette
armchair easy_chair upholstered_chair lounge_chair | Sessel Polstersessel Lehnsessel Fauteuil Ohrensessel | sillón butaca | fauteuil fauteuils
chest_of_drawers dresser drawers drawer_unit | Kommode Kommoden Schubladenschrank Schubladenkommode | cómoda cajonera | commode
duvet quilt comforter continental_quilt | Bettdecke Oberbett Zudecke Federbett Steppdecke Bettdecken | edredón nórdico | couette édredon
pillow pillows head_pillow pillow_in_the_bed | Kopfkissen Kissen Kopfpolster Schlafkissen | almohada almohadas | oreiller oreillers
drill power_drill electric_drill cordless_drill hammer_drill | Bohrmaschine Bohrmaschinen Schlagbohrmaschine Akkubohrer Bohrgerät Bohrhammer | taladro taladradora | perceuse perforateur
ladder stepladder step_ladder extension_ladder | Leiter Leitern Stehleiter Trittleiter Anlegeleiter Klappleiter | escalera_de_mano escalera_plegable | échelle escabeau
lawn_mower lawnmower mower grass_cutter mow~lawn mow~grass | Rasenmäher Rasen_mähen Mäher Mähgerät Rasenmähen Grasmäher | cortacésped cortadora_de_césped | tondeuse tondeuse_à_gazon
lawn grass_area turf grass_surface | Rasen Rasenfläche Rasenflächen Wiesenfläche Grünfläche | césped | pelouse gazon
seeds seed sowing sow flower_seeds vegetable_seeds | Samen Saatgut Samentüte säen aussäen Aussaat Sämereien | semillas semilla | semences graines_à_semer
compost composting compost_heap composter compostable | Kompost Komposthaufen Kompostierung kompostieren Komposter kompostierbar | compost compostaje | compost compostage composteur
fence fencing garden_fence fence_panel fences | Zaun Zäune Gartenzaun Einzäunung Umzäunung eingezäunt | valla cerca vallado | clôture clôturer grillage_de_jardin
hedge hedges hedge_trimming trim~hedge cut~hedge | Hecke Hecken Heckenschnitt Hecke_schneiden Gartenhecke | seto | haie taille_de_haie
hose garden_hose hosepipe water_hose | Gartenschlauch Gartenschläuche Wasserschlauch Schlauch_im_Garten | manguera | tuyau_d'arrosage
plants houseplant potted_plant pot_plant indoor_plant | Pflanze Pflanzen Zimmerpflanze Topfpflanze Zimmerpflanzen | planta_de_interior maceta | plante_en_pot plante_verte plante_d'intérieur
toolbox tool_kit toolkit tool_box tools_set | Werkzeugkasten Werkzeugkoffer Werkzeugkiste Werkzeugset Werkzeug | caja_de_herramientas | boîte_à_outils caisse_à_outils
screwdriver cordless_screwdriver electric_screwdriver | Schraubenzieher Schraubendreher Akkuschrauber Schraubgerät | destornillador atornillador | tournevis visseuse
roof rooftop roofing roof_tiles | Dach Dächer Hausdach Dachziegel Dachdeckung Bedachung | tejado cubierta_de_la_casa | toit toiture
wall walls wall_of_the_house brickwork | Wand Wände Mauer Mauern Hauswand Mauerwerk | pared muro | mur murs cloison
tap faucet water_tap taps mixer_tap | Wasserhahn Wasserhähne Armatur Mischbatterie Hahn_in_der_Küche | grifo canilla | robinet robinetterie
pipe pipes water_pipe pipework plumbing piping | Rohr Rohre Wasserrohr Wasserleitung Rohrleitung Leitungsrohr | tubería cañería | tuyauterie canalisation conduite_d'eau
drain drainpipe plughole waste_pipe drainage | Abfluss Abflüsse Abflussrohr Ablauf_im_Bad Abwasserrohr | desagüe sumidero | évacuation écoulement siphon
blocked_drain clogged_drain blocked_pipe clogged blocked_sink blocked_toilet | verstopft Verstopfung Abfluss_verstopft Rohr_verstopft Rohrverstopfung | atascado_el_desagüe desatascar | bouché canalisation_bouchée déboucher
boiler water_heater hot-water_boiler combi_boiler geyser_heater | Heizkessel Boiler Warmwasserboiler Gastherme Therme Warmwasserbereiter | caldera calentador_de_agua | chaudière chauffe-eau
radiator radiators heating_element wall_heater | Heizkörper Radiator Radiatoren Heizkörperventil | radiador radiadores | radiateur radiateurs
thermostat temperature_controller room_thermostat thermostatic_valve | Thermostat Thermostate Temperaturregler Raumthermostat Thermostatventil | termostato | thermostat
window windows window_pane windowpane glazing | Fenster Fensterscheibe Fensterscheiben Verglasung Fensterglas | ventana ventanas cristal_de_la_ventana | fenêtre fenêtres vitre vitrage
front_door entrance_door house_door main_door street_door | Haustür Haustüre Eingangstür Eingangstüre Wohnungstür Haustüren | puerta_principal puerta_de_entrada | porte_d'entrée
door_lock lock_cylinder lock_barrel lock_on_the_door cylinder_lock | Türschloss Türschlösser Schließzylinder Schlosszylinder Zylinderschloss | cerradura bombín | serrure barillet
locked_out locked_myself_out locksmith shut~out lockout_service door_slammed_shut | ausgesperrt aussperren Schlüsseldienst Tür_zugefallen Aufsperrdienst Schlüsselnotdienst | cerrajero quedarse_fuera | enfermé_dehors serrurier porte_claquée
door_key house_key spare_key front_door_key flat_key keys | Schlüssel Hausschlüssel Wohnungsschlüssel Türschlüssel Ersatzschlüssel Haustürschlüssel | llave llaves llave_de_casa | clé clef clés_de_la_maison
key_card keycard room_card door_card access_card | Schlüsselkarte Zimmerkarte Zugangskarte Türkarte Keycard | tarjeta_llave | carte_magnétique carte_d'accès
doorbell door_bell ring_the_bell rang_the_bell ring~doorbell door_chime | Türklingel Klingel klingeln geklingelt Türglocke läuten_an_der_Tür Hausklingel | timbre tocar_el_timbre | sonnette sonner_à_la_porte
cellar basement cellars storage_cellar basement_room | Keller Kellerraum Kellerabteil Untergeschoss Kellergeschoss Souterrain | sótano | cave sous-sol
attic loft_space garret attic_storage attic_room | Dachboden Dachböden Speicher_unterm_Dach Estrich_Dachboden Dachkammer | desván ático_trastero buhardilla | grenier combles
flat apartment flats rented_flat residential_unit | Wohnung Wohnungen Apartment Mietwohnung Appartement | piso_alquilado apartamento departamento | appartement logement
flatshare flat_share shared_flat house_share houseshare shared_apartment | WG Wohngemeinschaft WG-Zimmer Flatshare geteilte_Wohnung | piso_compartido | colocation coloc
letterbox mailbox letter_box post_box_at_home | Briefkasten Briefkästen Postkasten Hausbriefkasten Postfach_am_Haus | buzón | boîte_aux_lettres
staircase stairwell stairs stairway stairwells | Treppenhaus Treppenhäuser Stiegenhaus Treppenaufgang Hausflur | escaleras hueco_de_escalera | cage_d'escalier escaliers
power_socket wall_socket plug_socket power_outlet electrical_outlet power_point | Steckdose Steckdosen Wandsteckdose Stromanschluss | enchufe toma_de_corriente | prise_électrique prise_de_courant prises
plug_adapter travel_adapter socket_adapter travel_plug | Reiseadapter Steckdosenadapter Steckeradapter Reisestecker | adaptador_de_enchufe | adaptateur_de_prise adaptateur_de_voyage
fuse_box circuit_breaker blown_fuse tripped_fuse fuse_blew consumer_unit | Sicherungskasten Sicherung_rausgeflogen Sicherung_durchgebrannt FI-Schalter Sicherungsautomat | fusible cuadro_eléctrico | fusible disjoncteur plombs_sautés
battery rechargeable_battery battery_pack batteries accumulator | Akku Akkus Batterie Batterien Akkupack Akkumulator | batería pila pilas acumulador | batterie pile piles accumulateur
charger charging_cable power_adapter mains_adapter charging_plug charging_unit | Ladegerät Ladegeräte Ladekabel Netzteil Ladestecker Netzgerät | cargador | chargeur adaptateur_secteur
cable cord lead power_cord connecting_lead | Kabel Anschlusskabel Verbindungskabel Stromkabel | cable cordón_de_alimentación | câble cordon
screen display monitor touchscreen touch_screen | Bildschirm Bildschirme Display Monitor Touchscreen | pantalla monitor_de_ordenador | écran moniteur
speaker loudspeaker loudspeakers speakers audio_speaker | Lautsprecher Boxen Lautsprecherbox Musikbox | altavoz altavoces parlante | haut-parleur enceinte_audio
headphones earphones headset earbuds earpieces | Kopfhörer Ohrhörer Headset Ohrstöpsel_für_Musik In-Ear-Kopfhörer | auriculares cascos_de_música | casque_audio écouteurs
printer printers laser_printer inkjet_printer print | Drucker Laserdrucker Tintenstrahldrucker ausdrucken drucken Druckgerät | impresora | imprimante imprimer
printer_cartridge ink_cartridge toner toner_cartridge ink_tank | Druckerpatrone Druckerpatronen Tintenpatrone Tonerkartusche Toner Tintenpatronen | cartucho_de_tinta tóner | cartouche_d'encre toner
camera digital_camera cameras cam photo_camera | Kamera Kameras Digitalkamera Fotoapparat Fotokamera | cámara cámara_de_fotos | appareil_photo caméra
remote_control remote clicker remote_controller tv_remote | Fernbedienung Fernbedienungen Fernsteuerung TV-Fernbedienung | mando_a_distancia control_remoto | télécommande
mobile_phone cell_phone cellphone smartphone handset | Handy Handys Smartphone Mobiltelefon Natel Mobilgerät | móvil celular teléfono_móvil | portable téléphone_portable smartphone
laptop notebook_computer laptop_computer portable_computer | Laptop Laptops Notebook Klapprechner tragbarer_Computer | portátil ordenador_portátil | ordinateur_portable
tablet_computer tablet_pc tablet_device touch_tablet | Tablet Tablet-PC Tablets Tablet-Computer | tableta tablet | tablette tactile
head_torch headlamp headlight_for_running head_lamp head_light | Stirnlampe Stirnlampen Kopflampe Stirnleuchte | linterna_frontal frontal | lampe_frontale frontale
tyre tire tyres tires car_tyre | Reifen Autoreifen Pneu Fahrzeugreifen | neumático llanta_de_goma | pneu pneus pneumatique
puncture punctured flat_tyre flat_tire blowout burst_tyre | Reifenpanne Platten platter_Reifen Plattfuß Reifen_geplatzt Patschen | pinchazo rueda_pinchada | crevaison pneu_crevé
winter_tyres winter_tires snow_tyres snow_tires M+S_tyres | Winterreifen Winterpneus Schneereifen M+S-Reifen | neumáticos_de_invierno | pneus_neige pneus_hiver
brake brakes braking brake_pads braking_system | Bremse Bremsen bremsen Bremsbeläge Bremsanlage gebremst | freno frenos frenar | frein freins freiner plaquettes_de_frein
engine motor engines engine_block | Motor Motoren Triebwerk Motorblock | motor | moteur
roadworthiness_test MOT MOT_test vehicle_inspection roadworthiness car_inspection | TÜV Hauptuntersuchung HU Pickerl MFK Fahrzeugprüfung | ITV inspección_técnica | contrôle_technique
spare_part replacement_part spare_parts spares replacement_parts | Ersatzteil Ersatzteile Austauschteil Ersatzstück | repuesto recambio pieza_de_repuesto | pièce_de_rechange pièces_détachées
windscreen windshield front_windscreen windscreen_glass | Windschutzscheibe Frontscheibe Autoscheibe Windschutzscheiben | parabrisas | pare-brise
number_plate license_plate licence_plate registration_plate plate_number registration_number | Kennzeichen Nummernschild Autokennzeichen Autonummer Nummerntafel Kontrollschild | matrícula placa_del_coche | plaque_d'immatriculation
breakdown broken_down break_down car_won't_start roadside_assistance | Autopanne Pannenhilfe Fahrzeugpanne liegengeblieben liegen_geblieben Pannendienst | avería_en_carretera asistencia_en_carretera | dépannage tomber_en_panne
petrol gasoline fuel unleaded petrol_tank | Benzin Sprit Kraftstoff Treibstoff | gasolina combustible | essence carburant
charging_station charging_point EV_charger charge_point wallbox | Ladestation Ladesäule Ladepunkt Wallbox E-Ladesäule | punto_de_carga estación_de_carga | borne_de_recharge
novel fiction_book work_of_fiction novels | Roman Romane Romanbuch Belletristik | novela novelas | roman romans
magazine periodical glossy mag journal_issue | Zeitschrift Zeitschriften Magazin Illustrierte Heft_im_Abo | revista | magazine périodique
newspaper daily_paper daily_newspaper newspapers | Zeitung Zeitungen Tageszeitung Tagesblatt | periódico diario_impreso | journal_quotidien quotidien
film movie films movies motion_picture feature_film | Film Filme Spielfilm Kinofilm Streifen_im_Kino | película peli filme | film long_métrage
photo photograph picture_of_the_damage snapshot photos | Foto Fotos Fotografie Lichtbild Aufnahme_vom_Schaden | foto fotografía | photo photographie cliché
cardboard_box carton shipping_box cardboard_carton packing_box moving_box | Karton Kartons Pappkarton Pappschachtel Versandkarton Umzugskarton | caja_de_cartón | carton boîte_en_carton
carrier_bag shopping_bag plastic_bag paper_bag bag_for_life | Tragetasche Einkaufstüte Plastiktüte Tüte Tragtasche Sackerl Papiertüte | bolsa_de_plástico bolsa_de_la_compra | sac_plastique sac_de_courses
gas_canister gas_cartridge gas_cylinder gas_bottle propane_bottle butane_canister | Gaskartusche Gaskartuschen Gasflasche Gasflaschen Propangasflasche | bombona_de_gas cartucho_de_gas | bouteille_de_gaz cartouche_de_gaz
jerrycan jerry_can fuel_can petrol_can canister | Kanister Reservekanister Benzinkanister Ersatzkanister | bidón garrafa | jerrican bidon
tin tin_can food_can canned tinned | Dose Dosen Konservendose Blechdose Konserve Konservendosen | lata conserva | boîte_de_conserve canette
padding bubble_wrap packing_material cushioning packing_paper filling_material | Polstermaterial Luftpolsterfolie Füllmaterial Verpackungsmaterial Packmaterial | material_de_relleno plástico_de_burbujas | papier_bulle matériau_de_calage
rubbish garbage trash waste refuse litter | Müll Abfall Abfälle Kehricht Mist_Abfall Restmüll | basura residuos desperdicios | ordures déchets poubelles
rubbish_bin dustbin garbage_can trash_can wheelie_bin waste_bin | Mülltonne Mülltonnen Abfalleimer Mülleimer Mistkübel Abfalltonne | cubo_de_basura contenedor_de_basura | poubelle bac_à_ordures
bulky_waste bulk_waste bulky_rubbish large_item_collection | Sperrmüll Sperrgutabfuhr Sperrmüllabfuhr Entrümpelung | residuos_voluminosos | encombrants
recycling_centre recycling_yard waste_collection_point household_waste_site tip_for_waste | Wertstoffhof Recyclinghof Altstoffsammelzentrum Entsorgungshof Mistplatz | punto_limpio | déchetterie
old_appliance e-waste electronic_waste electrical_waste WEEE old_device take-back_of_old_appliances | Altgerät Altgeräte Elektroschrott Elektroaltgerät Altgeräterücknahme | aparato_viejo RAEE | DEEE ancien_appareil reprise_de_l'ancien_appareil
rain rainy raining wet_weather rainfall bad_weather pouring | Regen regnen regnet regnerisch Regenwetter Schlechtwetter verregnet | lluvia llueve llover mal_tiempo | pluie pleut pluvieux intempéries
snow snowfall snowing snowy snowed | Schnee Schneefall schneien verschneit Neuschnee | nieve nevada nevar | neige chute_de_neige enneigé
ice icy frost frozen_over black_ice | Glatteis Eisglätte vereist Straßenglätte überfrierend | hielo_en_la_carretera helada | verglas gel
thunderstorm lightning thunder lightning_strike | Gewitter Blitz Blitzschlag Blitzeinschlag Unwetter_mit_Blitz | tormenta_eléctrica rayo | orage foudre
heatwave heat_wave extreme_heat sweltering hot_spell | Hitzewelle Hitzeperiode große_Hitze Hitzetage | ola_de_calor | canicule vague_de_chaleur
burglary break-in broken_into burgled housebreaking burglar | Einbruch Einbrüche eingebrochen einbrechen Einbruchdiebstahl Wohnungseinbruch Einbrecher | robo_en_vivienda allanamiento | cambriolage cambriolé effraction
theft stolen steal nicked pinched swiped stole | Diebstahl Diebstähle gestohlen stehlen geklaut klauen entwendet entwenden | robo robado hurto sustraído | vol_subi volé dérobé
fire_damage house_fire caught_fire burnt_down blaze went_up_in_flames | Brand Brände Brandschaden Brandschäden abgebrannt Hausbrand Feuerschaden | incendio daños_por_fuego | incendie dégâts_d'incendie
flood flooding flooded inundation high_water | Überschwemmung überschwemmt überflutet Hochwasser Überflutung Flut | inundación inundado | inondation inondé crue
hail hailstorm hailstones hail_damage | Hagel Hagelschaden Hagelschäden Hagelschlag Hagelsturm Hagelkörner verhagelt | granizo granizada | grêle grêlons
storm storm_damage gale hurricane strong_winds windstorm | Sturm Stürme Sturmschaden Sturmschäden Orkan Sturmböen | tormenta temporal vendaval | tempête ouragan
water_damage burst_pipe leaking_pipe water_leak pipe_burst | Wasserschaden Wasserschäden Rohrbruch Rohrbrüche Leitungswasserschaden Wasserrohrbruch | daños_por_agua rotura_de_tubería | dégât_des_eaux fuite_d'eau
breakage glass_breakage smashed_glass broken_glass shattered_glass | Glasbruch Bruchschaden Glasschaden Scheibenbruch Bruchschäden | rotura_de_cristales | bris_de_glace bris_de_vitre
vandalism vandalised vandalized wilful_damage malicious_damage graffiti | Vandalismus Sachbeschädigung mutwillig_beschädigt Vandalismusschaden mutwillige_Beschädigung | vandalismo actos_vandálicos | vandalisme acte_de_malveillance
collision crash car_crash crashed rear-ended fender_bender smash_into | Zusammenstoß Zusammenstöße Kollision Auffahrunfall aufgefahren Blechschaden zusammengestoßen | colisión choque | collision accrochage
report_a_claim file_a_claim make_a_claim report_damage claim_form notify_a_claim | Schaden_melden Schadensmeldung Schadenmeldung Schadenanzeige Schadensanzeige Schadenfall_melden | dar_parte parte_de_siniestro declarar_un_siniestro | déclarer_un_sinistre déclaration_de_sinistre
cover coverage covered insured_for insurance_cover | Versicherungsschutz Deckung Deckungsumfang abgedeckt mitversichert Leistungsumfang | cobertura cubierto | couverture garanties_du_contrat couvert
excess deductible own_contribution_to_the_damage retention | Selbstbeteiligung Selbstbehalt Selbstbehalte Franchise Eigenbeteiligung | franquicia | franchise
premium premiums insurance_premium cost_of_cover | Versicherungsprämie Versicherungsbeitrag Versicherungsbeiträge Prämienhöhe Versicherungsprämien | prima_del_seguro | prime_d'assurance cotisation_d'assurance
policy insurance_policy policy_document insurance_certificate | Police Versicherungspolice Versicherungsschein Polizze Versicherungsvertrag | póliza | police_d'assurance contrat_d'assurance
waiting_period qualifying_period exclusion_period_at_the_start deferment_period | Wartezeit Wartezeiten Karenzzeit Wartefrist | período_de_carencia carencia | délai_de_carence
expert_report surveyor loss_adjuster assessor's_report damage_assessment assessor | Gutachten Gutachter Sachverständiger Sachverständige Sachverständigengutachten Schadengutachten | peritaje perito informe_pericial | expertise expert_en_assurance rapport_d'expertise
sum_insured insured_amount amount_insured coverage_limit insured_sum | Versicherungssumme Deckungssumme Versicherungssummen Deckungssummen | suma_asegurada capital_asegurado | somme_assurée capital_assuré
no-claims_bonus no_claims_discount no-claims_discount NCB NCD | Schadenfreiheitsrabatt SF-Klasse Schadenfreiheitsklasse Schadensfreiheitsrabatt | bonificación_por_no_siniestralidad | bonus-malus bonus_d'assurance
policyholder policy_holder insured_party insured_person | Versicherungsnehmer Versicherungsnehmerin Versicherte Versicherter | tomador_del_seguro asegurado_titular | souscripteur preneur_d'assurance
sofa couch settee sofa_bed | Sofa Couch Schlafsofa Schlafcouch | sofá sofá_cama | canapé canapé-lit
mattress topper mattress_topper | Matratze Matratzenauflage | colchón | matelas surmatelas
wardrobe closet clothes_cupboard | Kleiderschrank Kleiderschränke Schrank Schränke | armario ropero | armoire penderie
curtain curtains drapes blind blinds shutter shutters | Vorhang Vorhänge Gardine Rollo Jalousie Rollladen Rollläden | cortina persiana | rideau store volet
lamp light_bulb light_fitting lighting | Lampe Leuchte Glühbirne Leuchtmittel Beleuchtung | lámpara bombilla iluminación | lampe ampoule éclairage
oven cooker stove_top hob | Backofen Herd Ofen Kochfeld | horno cocina_eléctrica | four cuisinière
microwave microwave_oven | Mikrowelle Mikrowellenherd | microondas | micro-ondes
fridge refrigerator cool_box | Kühlschrank Kühlschränke Kühlbox | nevera frigorífico | frigo réfrigérateur glacière
freezer deep_freeze | Gefrierschrank Gefriertruhe Tiefkühler Gefrierfach | congelador | congélateur
washing_machine washer | Waschmaschine Waschautomat | lavadora | lave-linge machine_à_laver
tumble_dryer dryer clothes_dryer tumble-dry | Wäschetrockner Trockner | secadora | sèche-linge
dishwasher | Geschirrspüler Spülmaschine Geschirrspülmaschine | lavavajillas | lave-vaisselle
vacuum_cleaner vacuum hoover hoovering | Staubsauger staubsaugen saugen | aspiradora | aspirateur
kettle water_boiler | Wasserkocher | hervidor | bouilloire
coffee_machine coffee_maker espresso_machine | Kaffeemaschine Kaffeevollautomat Espressomaschine | cafetera | cafetière machine_à_café
crockery dishes tableware plates | Geschirr Teller | vajilla platos | vaisselle assiettes
drill power_drill cordless_drill | Bohrmaschine Bohrer Akkubohrer Akkuschrauber | taladro | perceuse
ladder stepladder | Leiter Stehleiter Trittleiter | escalera_de_mano | échelle escabeau
lawn_mower mower mow_the_lawn | Rasenmäher mähen Rasenmähen | cortacésped | tondeuse
fence fencing railing handrail | Zaun Zäune Geländer | valla cerca barandilla | clôture grillage rambarde
roof roofing | Dach Dächer Bedachung | tejado techo | toit toiture
tap faucet | Wasserhahn Wasserhähne Armatur | grifo | robinet
pipe pipes plumbing burst_pipe pipework | Rohr Rohre Leitungsrohr Wasserleitung Rohrbruch | tubería cañería | tuyau canalisation
drain blocked_drain drainpipe sink_blocked clogged | Abfluss Abflüsse verstopft Verstopfung | desagüe atascado | évacuation bouché
boiler water_heater hot_water_tank | Boiler Warmwasserbereiter Warmwasserspeicher Durchlauferhitzer Heizkessel | caldera calentador | chaudière chauffe-eau
heating heater radiator central_heating | Heizung Heizkörper Heizlüfter heizen beheizt | calefacción radiador | chauffage radiateur
thermostat temperature_control | Thermostat Temperaturregler | termostato | thermostat
cellar basement | Keller Kellerabteil Untergeschoss | sótano | cave sous-sol
attic loft | Dachboden Speicher Dachgeschoss | ático desván | grenier combles
flatshare shared_flat house_share flat_share | Wohngemeinschaft WG | piso_compartido | colocation
doorbell buzzer intercom door_phone | Klingel Türklingel Gegensprechanlage klingeln | timbre interfono | sonnette interphone
charger charging_cable charging_cord power_adapter power_supply power_brick | Ladegerät Ladekabel Netzteil Netzgerät Ladestecker | cargador cable_de_carga | chargeur câble_de_charge
battery rechargeable_battery accumulator battery_pack | Akku Batterie Akkupack | batería pila | batterie pile accu
screen display monitor touchscreen | Bildschirm Display Monitor | pantalla | écran affichage
headphones earphones earbuds headset | Kopfhörer Ohrhörer Headset | auriculares | écouteurs casque_audio
remote_control clicker remote_controller | Fernbedienung | mando_a_distancia | télécommande
mobile_phone cell_phone smartphone cellphone handset | Handy Mobiltelefon Smartphone | móvil teléfono_móvil celular | portable téléphone_portable smartphone
laptop notebook_computer | Laptop Notebook | portátil ordenador_portátil | ordinateur_portable
printer print_out printing | Drucker ausdrucken drucken Ausdruck | impresora imprimir | imprimante imprimer
camera dashcam webcam CCTV video_surveillance | Kamera Überwachungskamera Videoüberwachung | cámara videovigilancia | caméra vidéosurveillance
head_torch headlamp head_lamp headlight | Stirnlampe Kopflampe | linterna_frontal | lampe_frontale
tyre tire tyres flat_tyre puncture punctured | Reifen Reifenpanne Platten platter_Reifen Plattfuß | neumático pinchazo | pneu crevaison
winter_tyres snow_tyres winter_tires | Winterreifen Winterbereifung | neumáticos_de_invierno | pneus_neige pneus_hiver
snow_chains tyre_chains | Schneeketten | cadenas_de_nieve | chaînes_à_neige
brake brakes braking | Bremse bremsen Bremsbelag Bremsbeläge | freno | frein
engine motor | Motor Motoren | motor | moteur
roadworthiness_test vehicle_inspection MOT_test main_inspection | Hauptuntersuchung TÜV Pickerl Prüfplakette | inspección_técnica ITV | contrôle_technique
box carton cardboard_box outer_box | Karton Kartons Schachtel Pappkarton Umkarton Kiste | caja cartón | boîte carton
carrier_bag plastic_bag paper_bag shopping_bag | Tüte Plastiktüte Tragetasche Papiertüte Sackerl | bolsa_de_plástico | sac_plastique sachet
gas_cartridge gas_canister gas_bottle gas_cylinder canisters cartridges | Gaskartusche Gasflasche Kartusche Kartuschen | bombona cartucho_de_gas | cartouche_de_gaz bouteille_de_gaz
rubbish garbage trash refuse litter waste_disposal | Müll Abfall Abfälle Unrat Restmüll Entsorgung entsorgen | basura desechos | ordures déchets poubelle
recycling recycle recyclable bottle_bank | Recycling recyceln Wertstoffe Wertstoffhof wiederverwerten | reciclaje reciclar | recyclage recycler
skip dumpster bulky_waste bulky_rubbish | Sperrmüll Sperrgut | muebles_viejos trastos | encombrants
burglary break-in burgled broken_into burglar | Einbruch Einbrüche eingebrochen Einbrecher Einbruchdiebstahl | robo_con_fuerza | cambriolage effraction cambriolé
theft stolen steal thief nicked robbed | Diebstahl gestohlen stehlen geklaut klauen entwendet Dieb Diebe | robo robado hurto | vol volé voler
flood flooding flooded high_water inundation | Hochwasser Überschwemmung überschwemmt überflutet Überflutung | inundación inundado | inondation inondé
storm gale storm_damage hurricane | Sturm Stürme Unwetter Orkan Sturmschaden | tormenta temporal | tempête orage
hail hailstones hail_damage | Hagel Hagelschaden Hagelkörner | granizo | grêle
water_damage water_leak leaking_water | Wasserschaden Wasserschäden Leitungswasser Leitungswasserschaden | daños_por_agua | dégât_des_eaux
vandalism wilful_damage graffiti | Vandalismus mutwillige_Beschädigung Graffiti Sachbeschädigung | vandalismo | vandalisme
collision crash car_accident accident bump prang fender_bender | Zusammenstoß Kollision Unfall Unfälle Autounfall Verkehrsunfall Crash | choque accidente colisión | collision accident accrochage
write-off total_loss written_off | Totalschaden | siniestro_total | épave perte_totale
thunderstorm lightning lightning_strike | Gewitter Blitz Blitzschlag | tormenta_eléctrica rayo | orage foudre
ice icy black_ice slippery | Eis Glatteis Glätte rutschig vereist | hielo resbaladizo | verglas glissant glace
wind windy gusts | Wind Windböen Böen windig | viento ráfagas | vent rafales
sunburn sun_damage UV_damage bleached_by_the_sun | Sonnenbrand UV-Schaden ausgebleicht | quemadura_solar | coup_de_soleil
newspaper daily_paper | Zeitung Tageszeitung | periódico | journal quotidien
photo photograph picture snapshot snap | Foto Fotos Bild Bilder Aufnahme Fotografie | foto imagen fotografía | photo image cliché
film movie feature_film | Film Spielfilm | película | film
zip zipper zip_fastener | Reißverschluss Reißverschlüsse Zipp | cremallera | fermeture_éclair zip
laces shoelace shoelaces bootlaces | Schnürsenkel Schuhband Schuhbänder | cordones | lacets
dry_cleaning dry-clean dry_cleaner | chemische_Reinigung Textilreinigung reinigen_lassen | tintorería limpieza_en_seco | pressing nettoyage_à_sec
laundry washing_service laundry_service do_my_washing | Wäscheservice Wäscherei Waschservice | lavandería servicio_de_lavandería | blanchisserie laverie
ironing iron_my_shirts ironed pressing_service | bügeln Bügeleisen Bügelservice gebügelt | planchar plancha | repasser repassage fer_à_repasser
`;
