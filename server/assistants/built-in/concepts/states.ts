export const STATES = `
dented crushed squashed smashed_in bashed_in | Delle Dellen verbeult eingebeult eingedrückt zerdrückt zerquetscht plattgedrückt Beule | abollado abolladura aplastado | cabossé bosselé écrasé
scratched scratch scuffed scuff scuff_marks scraped | Kratzer zerkratzt verkratzt Schramme verschrammt zerschrammt Kratzspuren | rayado rayón arañazo | rayé rayure éraflure éraflé
chipped flaked_off flaking peeling_off | abgeplatzt abgesplittert Absplitterung abblättern abgeblättert Lackschaden | desconchado descascarillado | écaillé ébréché
cracked hairline_crack cracks shattered splintered | rissig gesprungen zersprungen Haarriss gesplittert zersplittert | agrietado grieta astillado | fêlé fissuré fissure
worn_out threadbare wear_and_tear worn_down tatty | abgenutzt verschlissen abgewetzt abgetragen Verschleiß verschleißen Abnutzung Abnützung durchgescheuert | desgastado desgaste | usé usure élimé
faded fading bleached discoloured discolored discolouration washed_out lost_its_colour | verblasst verblichen ausgeblichen ausgebleicht verfärbt Verfärbung verfärben ausgewaschen Farbverlust | desteñido descolorido decolorado | décoloré délavé déteint
mould mouldy mold moldy mildew black_mould | Schimmel schimmelig schimmlig verschimmelt schimmeln Schimmelbefall Stockflecken | moho mohoso enmohecido | moisi moisissure
rust rusty rusted corroded corrosion | Rost rostig verrostet angerostet rosten Korrosion korrodiert | óxido oxidado corrosión | rouille rouillé corrodé
torn ripped tear rip shredded in_tatters slit | zerrissen zerreißen eingerissen aufgerissen zerfetzt aufgeschlitzt Riss | rasgado desgarrado desgarro | déchiré déchirure lacéré
frayed fraying unravelling coming_undone loose_threads | ausgefranst ausfransen aufgeribbelt Fadenzieher gezogene_Fäden Naht_aufgegangen | deshilachado descosido | effiloché décousu
soaked soaking drenched sodden waterlogged wet_through dripping_wet wet | durchnässt durchweicht aufgeweicht klatschnass pitschnass patschnass tropfnass triefend nass | empapado calado mojado | trempé détrempé imbibé mouillé
sticky gooey gummy sticky_residue | klebrig verklebt pappig pickig klebt Klebereste | pegajoso pringoso | collant poisseux gluant
dirty filthy grubby soiled muddy mucky grimy unclean | schmutzig dreckig verschmutzt verdreckt unsauber versifft Schmutz Dreck Verschmutzung | sucio mugriento suciedad | sale crasseux saleté souillé
stain stained stains blotch | Fleck Flecken Flecke fleckig befleckt bekleckert verkleckert | mancha manchado | tache taché
dust dusty | Staub staubig verstaubt eingestaubt | polvo polvoriento | poussière poussiéreux
rotten rancid gone_off gone_bad spoiled spoilt inedible putrid | verdorben verfault faulig vergammelt gammelig ranzig ungenießbar schlecht_geworden | podrido rancio echado_a_perder | pourri avarié rance
stale gone_hard not_fresh | altbacken nicht_frisch nicht_mehr_frisch hart_geworden | duro_y_seco no_fresco | rassis pas_frais
expired lapsed out_of_date ran_out no_longer_valid past_its_date | abgelaufen erloschen verfallen verstrichen nicht_mehr_gültig | caducado vencido expirado | périmé expiré échu
best_before use_by sell_by expiry_date expiration_date shelf_life | Mindesthaltbarkeit Mindesthaltbarkeitsdatum MHD Haltbarkeit haltbar Haltbarkeitsdatum Verfallsdatum Ablaufdatum Verfalldatum | fecha_de_caducidad consumo_preferente | date_de_péremption DLC date_limite_de_consommation
second-hand secondhand pre-owned preowned preloved | gebraucht Gebrauchtware secondhand Second-Hand aus_zweiter_Hand Occasion | de_segunda_mano | d'occasion seconde_main
refurbished refurb reconditioned remanufactured overhauled | generalüberholt aufgearbeitet wiederaufbereitet aufbereitet runderneuert refurbished | reacondicionado | reconditionné remis_à_neuf
ex-display display_model showroom_model demo_model floor_model shop-soiled | Ausstellungsstück Vorführgerät Vorführmodell Vorführwagen Ausstellungsware | artículo_de_exposición de_exposición | modèle_d'exposition modèle_de_démonstration
factory_seconds b-stock slight_seconds imperfect | B-Ware zweite_Wahl zweiter_Wahl Mängelexemplar | segunda_selección con_tara | second_choix deuxième_choix
brand-new brand_new unused never_used unworn | nagelneu brandneu fabrikneu ungebraucht unbenutzt nie_benutzt ungetragen | sin_estrenar sin_usar a_estrenar | tout_neuf jamais_utilisé
unopened still_sealed factory_sealed shrink-wrapped sealed seal_intact | ungeöffnet versiegelt originalverschlossen originalversiegelt eingeschweißt unangebrochen | sin_abrir precintado | non_ouvert scellé
already_opened unsealed seal_broken broken_seal unwrapped unpacked | angebrochen ausgepackt entsiegelt Siegel_gebrochen schon_geöffnet bereits_geöffnet | desprecintado ya_abierto | descellé déballé déjà_ouvert
original_packing original_box original_packaging original_carton | Originalverpackung originalverpackt Originalkarton OVP Originalschachtel | embalaje_original caja_original | emballage_d'origine boîte_d'origine
incomplete missing_part missing_parts part_missing parts_missing bits_missing not_complete | unvollständig fehlendes_Teil Teil~fehlt Teile~fehlen lückenhaft nicht_komplett nicht_vollständig | incompleto falta_una_pieza | incomplet pièce_manquante
entire whole in_its_entirety in_full | vollständig komplett gesamt vollumfänglich | entero íntegro | entier intégral
empty emptied nothing_in_it nothing_inside | leer geleert ausgeleert entleert nichts_drin | vacío | vide vidé
flat_battery dead_battery battery~dead battery~flat battery~drained battery~empty | Akku~leer Batterie~leer tiefentladen Akku~schwach Batterie~schwach leergelaufen | batería_descargada sin_batería | batterie_à_plat batterie_déchargée
wobbly wobbles rickety shaky come_loose | wackelig wacklig wackelt wackeln gelockert locker_geworden instabil | flojo se_mueve tambaleante | branlant desserré bancal
stuck stuck_fast seized_up wedged won't_budge | klemmt klemmen verklemmt festgeklemmt festsitzen steckt_fest verkeilt | atascado encajado | coincé grippé
clogged clogged_up bunged_up blocked_drain blocked_up | verstopft Verstopfung verstopfen zugesetzt läuft_nicht_ab | obstruido atasco | bouché engorgé
bent warped twisted crooked deformed misshapen out_of_shape | verbogen verbiegen verzogen krumm verformt deformiert schief | doblado torcido deformado | tordu déformé voilé
shrunk shrink shrank shrinkage | eingelaufen einlaufen geschrumpft schrumpfen kleiner_geworden | encogido encoger | rétréci rétrécir
creased crumpled wrinkled crinkled | zerknittert verknittert knittert knittern zerknautscht Knitterfalten | arrugado | froissé chiffonné
scorched charred burn_mark burn_marks burn_hole | angebrannt versengt angesengt verkohlt angekokelt Brandfleck Brandloch | chamuscado quemadura | roussi carbonisé
thawed thaw defrosted defrost | aufgetaut auftauen angetaut antauen | descongelado descongelar | décongelé décongeler
deep-frozen frozen_food frozen_goods | tiefgekühlt tiefgefroren Tiefkühlware Tiefkühlkost TK-Ware Tiefgefrorenes | congelado | surgelé congelé
smelly smell smells stinks stench odour odor pong reeks musty | stinken stinkt Geruch Gestank riechen muffig müffeln miefen Mief | olor apestar maloliente | odeur puer malodorant
slippery slippy slick_floor | rutschig glitschig Rutschgefahr rutschgefährlich Glätte | resbaladizo | glissant
blunt dull_blade needs_sharpening lost_its_edge | stumpf stumpf_geworden abgestumpft nicht_mehr_scharf | desafilado sin_filo | émoussé
blurry blurred fuzzy out_of_focus pixelated | unscharf verschwommen verpixelt pixelig Unschärfe | borroso desenfocado pixelado | flou pixellisé
illegible unreadable can't_read smudged indecipherable | unleserlich unlesbar nicht_lesbar nicht_leserlich verwischt | ilegible | illisible
flawless immaculate undamaged intact faultless perfect_condition unblemished | einwandfrei tadellos makellos unversehrt unbeschädigt mängelfrei intakt fehlerfrei | impecable intacto en_perfecto_estado | impeccable intact en_parfait_état
run-down dilapidated shabby in_disrepair | heruntergekommen verwahrlost abgewohnt baufällig schäbig marode ungepflegt | descuidado ruinoso en_mal_estado | délabré mal_entretenu
renovated renovation modernised modernized redecorated done_up | renoviert Renovierung renovieren saniert Sanierung sanieren modernisiert | renovado reformado reforma | rénové rénovation
furnished with_furniture fully_furnished | möbliert mit_Möbeln vollmöbliert möblierte | amueblado | meublé
unfurnished without_furniture no_furniture | unmöbliert ohne_Möbel nicht_möbliert unmöblierte | sin_amueblar sin_muebles | non_meublé
outdated obsolete superseded antiquated old-fashioned | veraltet überaltert nicht_mehr_aktuell altmodisch antiquiert | obsoleto anticuado | obsolète dépassé démodé
used_up exhausted_allowance fully_used_up fully_consumed | aufgebraucht ausgeschöpft ausgereizt voll_ausgenutzt | se_me_acabó completamente_gastado | entièrement_utilisé
lukewarm tepid barely_warm | lauwarm handwarm nicht_richtig_warm nur_lau | tibio templado | tiède
freezing_cold icy_cold ice-cold bitterly_cold too_cold | eiskalt bitterkalt saukalt arschkalt eisig zu_kalt | helado muy_frío | glacial trop_froid gelé
too_hot boiling_hot sweltering scorching_hot stifling roasting | zu_heiß heiß brütend_heiß bullenheiß schwül brühheiß | demasiado_calor caluroso | trop_chaud étouffant caniculaire
stuffy airless stale_air no_fresh_air badly_ventilated | stickig verbrauchte_Luft schlechte_Luft keine_frische_Luft schlecht_gelüftet | aire_viciado mal_ventilado | mal_aéré air_vicié
draughty drafty draught cold_draught | zugig Zugluft Durchzug Luftzug zieht_es | corriente_de_aire | courant_d'air
dark gloomy dim badly_lit poorly_lit unlit | dunkel finster düster schummrig schlecht_beleuchtet unbeleuchtet | oscuro mal_iluminado | sombre obscur mal_éclairé
bright well-lit brightness brightly_lit | hell Helligkeit gut_beleuchtet lichtdurchflutet taghell | luminoso luminosidad | lumineux luminosité
noisy loud racket din deafening noise | lärmend Lärm Krach Radau Lärmbelästigung ohrenbetäubend | ruidoso estruendo | bruyant vacarme tapage
peaceful silent tranquil noiseless quiet | ruhig lautlos geräuschlos geräuscharm leise ruhig_gelegen | tranquilo silencioso | silencieux paisible calme
huge enormous massive gigantic big large | riesig riesengroß gigantisch großformatig gewaltig groß | enorme grande gigante | énorme grand géant
tiny small mini miniature | klein winzig klitzeklein mini Kleinformat | pequeño diminuto | petit minuscule
oversized oversize too_big too_large | übergroß zu_groß überdimensioniert Übermaß | demasiado_grande sobredimensionado | trop_grand hors_gabarit surdimensionné
plus-size plus_size outsize large_sizes xxl | Übergröße Übergrößen große_Größen XXL Übergrößenmode | tallas_grandes talla_grande | grande_taille grandes_tailles
too_tight too_small pinches tight-fitting | zu_eng zu_klein zwickt zu_knapp sitzt_zu_eng | apretado demasiado_pequeño | trop_serré trop_petit
baggy too_loose loose-fitting too_wide | zu_weit schlabbrig schlabbert sitzt_zu_locker zu_breit | holgado demasiado_ancho | trop_large trop_ample
width wide broad breadth | breit Breite wie_breit Gesamtbreite | ancho anchura | largeur
depth deep how_deep | Tiefe tief wie_tief Wassertiefe | profundidad profundo | profondeur profond
thick thickness how_thick | dick Dicke wie_dick Materialstärke | grosor grueso | épaisseur épais
cramped poky confined little_space no_room_to_move | beengt wenig_Platz Platzmangel Enge räumlich_eng | poco_espacio estrecho | exigu à_l'étroit
spacious roomy lots_of_space plenty_of_room plenty_of_space | geräumig viel_Platz weitläufig großzügig_geschnitten | espacioso amplio | spacieux
too_heavy excess_weight over_the_weight_limit overweight_baggage overweight_luggage excess_baggage | zu_schwer Mehrgewicht Übergepäck Gewichtsüberschreitung | exceso_de_peso | excédent_de_poids trop_lourd
lightweight not_heavy featherlight ultralight | Leichtgewicht federleicht ultraleicht geringes_Gewicht nicht_schwer | ligero liviano | léger ultraléger
capacity seating_capacity maximum_occupancy holds_how_many how_many_seats | Kapazität Fassungsvermögen Personenzahl Platzkapazität Sitzplatzzahl Höchstbelegung | aforo capacidad | capacité jauge
slow slowly takes_ages takes_forever snail's_pace | langsam lahm schleppend träge Schneckentempo dauert_ewig | lento despacio tarda_mucho | lent lentement
laggy lag stuttering choppy buffering juddering | ruckelt ruckeln stockt Aussetzer puffert Ruckler hakelt | a_tirones se_corta | saccadé ça_rame
high-quality top-quality premium well-made high-end | hochwertig erstklassig Premium Spitzenqualität gute_Qualität qualitativ_hochwertig | alta_calidad buena_calidad | haut_de_gamme bonne_qualité haute_qualité
poor_quality low-quality shoddy substandard inferior cheaply_made badly_made | minderwertig schlechte_Qualität schlecht_verarbeitet Murks Pfusch Ramsch billig_gemacht | mala_calidad mal_hecho | mauvaise_qualité médiocre bas_de_gamme
genuine authentic authenticity real_thing | echt Echtheit authentisch Originalware | auténtico autenticidad genuino | authentique authenticité véritable
fake counterfeit knock-off bogus imitation forged forgery | gefälscht Fälschung fälschen unecht nachgemacht Imitat Plagiat Fake | falsificado falsificación imitación | contrefait contrefaçon imitation
handmade handcrafted made_by_hand hand-crafted | handgemacht handgefertigt Handarbeit in_Handarbeit von_Hand_gefertigt | hecho_a_mano artesanal | fait_main artisanal
bespoke custom-made made-to-measure tailor-made made_to_order personalised personalized customised customized | maßgefertigt Maßanfertigung nach_Maß maßgeschneidert Sonderanfertigung Einzelanfertigung personalisiert individuell_angefertigt | a_medida personalizado | sur_mesure personnalisé
waterproof watertight water-resistant water-repellent rainproof | wasserdicht wasserfest wasserabweisend wasserundurchlässig regenfest | impermeable resistente_al_agua | étanche imperméable
durable hard-wearing long-lasting robust sturdy | robust strapazierfähig langlebig widerstandsfähig unverwüstlich Langlebigkeit | resistente duradero robusto | solide résistant robuste
fragile breakable easily_broken delicate | zerbrechlich bruchempfindlich bruchgefährdet fragil leicht_zerbrechlich | frágil | fragile cassable
ovenproof oven-safe heatproof heat-resistant | ofenfest backofenfest feuerfest hitzebeständig hitzefest | apto_para_horno resistente_al_calor | résistant_à_la_chaleur allant_au_four
dishwasher-safe dishwasher_safe dishwasher-proof go_in_the_dishwasher | spülmaschinenfest spülmaschinengeeignet geschirrspülerfest in_die_Spülmaschine in_den_Geschirrspüler | apto_para_lavavajillas | compatible_lave-vaisselle
washable machine-washable machine_wash can_be_washed | waschbar maschinenwaschbar waschmaschinenfest in_der_Maschine_waschen | lavable | lavable lavable_en_machine
suitable suitability appropriate fit_for_purpose | geeignet Eignung eignen tauglich zweckmäßig | adecuado apto | adapté approprié
compatible compatibility works_with work_with fits_with | kompatibel Kompatibilität passt_zu funktioniert_mit verträgt_sich_mit | compatible compatibilidad | compatible compatibilité
straightforward uncomplicated hassle-free effortless easy simple | unkompliziert mühelos kinderleicht problemlos simpel | fácil sin_complicaciones | facile sans_difficulté
difficult complicated tricky awkward | schwierig kompliziert knifflig umständlich | difícil complicado | difficile compliqué
dangerous hazardous unsafe risky perilous | gefährlich Gefahr gefahrvoll riskant | peligroso arriesgado | dangereux risqué
poisonous toxic noxious harmful_to_health | giftig toxisch gesundheitsschädlich gesundheitsgefährdend | tóxico venenoso | toxique nocif vénéneux
flammable inflammable combustible highly_flammable | brennbar entzündlich entflammbar feuergefährlich leicht_entzündlich | inflamable | inflammable combustible
environmentally_friendly eco-friendly sustainable sustainability climate-friendly | umweltfreundlich nachhaltig Nachhaltigkeit umweltschonend klimafreundlich ökologisch | sostenible ecológico respetuoso_con_el_medio_ambiente | écologique écoresponsable respectueux_de_l'environnement
pricey costly expensive overpriced extortionate exorbitant too_dear daylight_robbery | teuer überteuert kostspielig hochpreisig happig Wucher zu_teuer sauteuer | caro carísimo costoso | cher onéreux coûteux hors_de_prix
inexpensive low-cost good_value reasonably_priced dirt_cheap budget-friendly affordable cheap bargain | preiswert preisgünstig kostengünstig erschwinglich spottbillig Schnäppchen bezahlbar günstig billig | barato asequible ganga económico | bon_marché abordable pas_cher bonne_affaire
special_offer on_offer special_deal promotional_price promotion limited_offer | Sonderangebot im_Angebot Aktionspreis Angebotspreis Sonderaktion Rabattaktion Aktionsangebot | oferta_especial promoción en_oferta | offre_spéciale promotion en_promo
clearance_sale closing-down_sale end-of-season_sale summer_sale winter_sale | Schlussverkauf Räumungsverkauf Sommerschlussverkauf Winterschlussverkauf Sale Abverkauf | rebajas liquidación | soldes déstockage liquidation
flat_rate fixed_price lump_sum all-in_price flat_fee | Festpreis Fixpreis Pauschalpreis Pauschale Flatrate pauschal Pauschalbetrag | precio_fijo tarifa_plana tanto_alzado | prix_fixe prix_forfaitaire tarif_unique
including_VAT incl_VAT VAT_included tax_included gross_price inclusive_of_VAT | brutto Bruttopreis inkl_MwSt inklusive_Mehrwertsteuer inkl_Mehrwertsteuer mit_Mehrwertsteuer | IVA_incluido precio_bruto | TTC TVA_incluse toutes_taxes_comprises
excluding_VAT excl_VAT plus_VAT before_tax net_price without_VAT | netto Nettopreis zzgl_MwSt zuzüglich_Mehrwertsteuer ohne_Mehrwertsteuer exkl_MwSt | sin_IVA más_IVA precio_neto | HT hors_taxes hors_TVA
non-refundable nonrefundable not_refundable no_refunds | nicht_erstattungsfähig nicht_erstattbar nicht_rückerstattbar keine_Erstattung keine_Rückerstattung | no_reembolsable sin_reembolso | non_remboursable
half-price half_price half_the_price fifty_per_cent_off | halber_Preis zum_halben_Preis halben_Preis Hälfte_des_Preises | mitad_de_precio | moitié_prix demi-tarif
additional additionally extra supplementary on_top | zusätzlich extra ergänzend obendrauf | adicional extra | supplémentaire additionnel
spare_key second_key duplicate_key extra_key | Ersatzschlüssel Zweitschlüssel Nachschlüssel zweiter_Schlüssel zweiten_Schlüssel | llave_de_repuesto copia_de_llave | double_des_clés deuxième_clé
leftover left_over remaining remainder surplus | übrig übriggeblieben übrig_geblieben restlich verbleibend Rest überschüssig | sobrante restante | restant reste surplus
unlimited limitless uncapped no_limit as_much_as_you_like as_often_as_you_like | unbegrenzt unlimitiert unbeschränkt uneingeschränkt ohne_Limit beliebig_viel beliebig_oft so_oft_man_will | ilimitado sin_límite | illimité sans_limite à_volonté
limited restricted restriction limitation capped | begrenzt Begrenzung beschränkt Beschränkung eingeschränkt Einschränkung limitiert | limitado restringido restricción | limité restreint restriction
per_head per_person a_head per_capita per_guest | pro_Kopf pro_Person je_Person pro_Nase pro_Gast | por_persona por_cabeza | par_personne par_tête
per_item per_piece per_unit unit_price apiece | pro_Stück je_Stück Stückpreis Einzelpreis das_Stück | por_unidad precio_unitario | à_l'unité par_pièce l'unité
bulk in_bulk large_quantity large_quantities bulk_order large_order | Großbestellung große_Menge große_Mengen größere_Menge Großeinkauf Großabnahme Sammelbestellung | gran_cantidad pedido_grande al_por_mayor | grande_quantité en_gros grosse_commande
quantity quantities amount_of | Menge Mengen Anzahl Stückzahl Quantität | cantidad | quantité
separately individually one_by_one on_its_own | einzeln separat gesondert getrennt_voneinander für_sich_allein | por_separado individualmente | séparément individuellement
twice two_times duplicate doubly duplicated | doppelt zweimal zweifach in_doppelter_Höhe | dos_veces duplicado | deux_fois en_double
on_average average averaging average_of | Durchschnitt durchschnittlich im_Schnitt im_Mittel | promedio de_media | moyenne en_moyenne
sufficient enough adequate suffice | ausreichend ausreichen genügend genug genügen | suficiente | suffisant assez
insufficient not_enough too_little shortage | unzureichend nicht_ausreichend nicht_genug zu_wenig ungenügend Knappheit | insuficiente | insuffisant pas_assez
pro_rata pro-rata prorated proportionate proportional proportionally | anteilig anteilsmäßig zeitanteilig taggenau aliquot pro_rata tagesgenau | proporcional prorrateo a_prorrata | au_prorata proportionnel
partly partially in_part partial | teilweise zum_Teil teils partiell | parcialmente en_parte parcial | partiellement en_partie partiel
sold_out out_of_stock none_left unavailable not_available not_in_stock | ausverkauft vergriffen nicht_lieferbar nicht_verfügbar nicht_vorrätig nicht_auf_Lager | agotado sin_existencias | épuisé rupture_de_stock indisponible
in_stock on_hand available_now ready_to_ship on_the_shelf | vorrätig lieferbar auf_Lager lagernd am_Lager sofort_lieferbar | en_stock en_existencias | en_stock disponible_immédiatement
back_in_stock restock restocked available_again back-ordered backorder | wieder_lieferbar wieder_vorrätig wieder_verfügbar Nachschub Nachlieferung nachliefern wieder_da | reposición de_nuevo_disponible | réapprovisionnement réassort de_nouveau_disponible
discontinued end-of-line no_longer_made no_longer_produced phased_out | Auslaufmodell Auslaufartikel nicht_mehr_hergestellt nicht_mehr_produziert aus_dem_Sortiment | descatalogado | fin_de_série plus_fabriqué
on_request upon_request on_demand on_application if_you_ask | auf_Anfrage auf_Wunsch auf_Nachfrage auf_Verlangen | bajo_petición a_petición | sur_demande
by_appointment appointment_only by_arrangement by_prior_arrangement | nach_Vereinbarung nach_Absprache nur_mit_Termin Terminvereinbarung nach_Terminabsprache | con_cita_previa cita_previa | sur_rendez-vous
walk-in walk_in drop_in without_an_appointment without_appointment just_turn_up just_show_up | ohne_Termin ohne_Voranmeldung ohne_Anmeldung unangemeldet einfach_vorbeikommen einfach_kommen | sin_cita sin_cita_previa | sans_rendez-vous
fully_booked booked_out booked_up no_vacancies no_rooms_left no_places_left | ausgebucht voll_belegt vollbesetzt voll_besetzt kein_Platz_mehr keine_freien_Plätze kein_Zimmer_frei | completo lleno sin_plazas | complet plus_de_place
vacant unoccupied places_left seats_left spaces_left free_places free_seats | unbesetzt unbelegt noch_frei freie_Plätze Restplätze freier_Platz | plazas_libres quedan_plazas | places_libres inoccupé places_restantes
waiting_list waitlist standby_list reserve_list | Warteliste Nachrücker nachrücken Nachrückliste Wartelistenplatz | lista_de_espera | liste_d'attente
urgent urgently asap as_soon_as_possible in_a_hurry | dringend eilig dringlich schnellstmöglich so_schnell_wie_möglich schnellstens es_eilt pressiert | urgente cuanto_antes lo_antes_posible | urgent dès_que_possible au_plus_vite
immediately immediate straight_away right_away at_once instantly without_delay | sofort sofortig umgehend unverzüglich augenblicklich auf_der_Stelle ohne_Verzögerung | inmediatamente inmediato enseguida | immédiatement immédiat tout_de_suite sans_délai
short_notice at_short_notice last_minute last-minute at_the_last_moment | kurzfristig in_letzter_Minute im_letzten_Moment Last-Minute auf_den_letzten_Drücker spontan | última_hora poca_antelación | dernière_minute au_dernier_moment
in_advance beforehand ahead_of_time advance_notice prior_notice | im_Voraus vorab im_Vorfeld im_Vorhinein Vorlaufzeit frühzeitig | con_antelación de_antemano antelación | à_l'avance au_préalable
afterwards after_the_event subsequently later_on after_the_fact | nachträglich im_Nachhinein hinterher nachher anschließend | posteriormente a_posteriori | après_coup ultérieurement par_la_suite
retroactive retroactively retrospective backdated backdate | rückwirkend zurückdatiert zurückdatieren rückdatiert rückwirkende | retroactivo con_efecto_retroactivo | rétroactif rétroactivement
on_time punctual punctually in_good_time | pünktlich rechtzeitig fristgerecht termingerecht fristgemäß Pünktlichkeit | puntual a_tiempo | ponctuel à_temps dans_les_délais
running_late delayed delay behind_schedule held_up | verspätet Verspätung verzögert Verzögerung unpünktlich zu_spät | retrasado con_retraso demora | en_retard retardé retard
prematurely ahead_of_schedule before_the_end before_it_expires | vorzeitig verfrüht vor_Ablauf vor_der_Zeit vor_Vertragsende | anticipadamente antes_de_tiempo | prématurément avant_terme avant_l'échéance
permanently permanent for_good forever for_ever | dauerhaft endgültig für_immer permanent auf_Dauer | permanente para_siempre definitivo | définitif permanent pour_toujours
lifelong for_life lifetime whole_life | lebenslang lebenslänglich auf_Lebenszeit ein_Leben_lang | vitalicio de_por_vida | à_vie viager
temporarily temporary for_the_time_being interim provisional short-term | vorübergehend zeitweise zeitweilig vorläufig temporär einstweilen befristet | temporal provisional temporalmente | temporaire provisoire temporairement
indefinitely open-ended no_end_date for_an_indefinite_period without_time_limit | unbefristet auf_unbestimmte_Zeit ohne_Enddatum zeitlich_unbegrenzt | por_tiempo_indefinido indefinido | durée_indéterminée sans_limite_de_temps
recently lately not_long_ago the_other_day | kürzlich neulich vor_Kurzem unlängst letztens | recientemente hace_poco | récemment dernièrement
soon shortly before_long in_the_near_future | bald demnächst in_Kürze in_absehbarer_Zeit | pronto próximamente | bientôt prochainement
around_the_clock round_the_clock round-the-clock day_and_night | rund_um_die_Uhr Tag_und_Nacht Tag_wie_Nacht durchgehend_geöffnet | las_veinticuatro_horas día_y_noche | jour_et_nuit
at_any_time any_time anytime whenever_I_want whenever_I_like | jederzeit zu_jeder_Zeit wann_immer_ich_will zu_jedem_Zeitpunkt | en_cualquier_momento a_cualquier_hora | à_tout_moment à_toute_heure
recurring recurrent periodically at_regular_intervals on_a_regular_basis | wiederkehrend regelmäßig turnusmäßig periodisch in_regelmäßigen_Abständen | periódico recurrente regularmente | régulièrement périodique récurrent
how_often frequency how_frequently how_many_times | wie_oft wie_häufig Häufigkeit wie_viele_Male | frecuencia cuántas_veces | fréquence combien_de_fois
daily every_day each_day per_day | täglich jeden_Tag pro_Tag tageweise tagtäglich | diario cada_día por_día | quotidien tous_les_jours par_jour
weekly every_week once_a_week per_week | wöchentlich jede_Woche pro_Woche wochenweise einmal_die_Woche | semanal cada_semana por_semana | hebdomadaire chaque_semaine par_semaine
monthly every_month once_a_month per_month | monatlich jeden_Monat pro_Monat monatsweise | mensual cada_mes al_mes | mensuel chaque_mois par_mois
yearly annually every_year once_a_year per_year per_annum | jährlich alljährlich jedes_Jahr pro_Jahr | anual cada_año al_año | annuel chaque_année par_an
quarterly every_three_months per_quarter once_a_quarter | vierteljährlich quartalsweise pro_Quartal alle_drei_Monate Quartal | trimestral trimestre | trimestriel trimestre
half-yearly six-monthly every_six_months twice_a_year semi-annual | halbjährlich halbjährig alle_sechs_Monate zweimal_im_Jahr jedes_halbe_Jahr | semestral cada_seis_meses | semestriel tous_les_six_mois
fortnight fortnightly two_weeks fourteen_days every_two_weeks | vierzehn_Tage zwei_Wochen vierzehntägig zweiwöchentlich alle_zwei_Wochen | quince_días quincena dos_semanas | quinzaine quinze_jours deux_semaines
per_hour by_the_hour hourly hourly_rate | pro_Stunde stundenweise Stundensatz die_Stunde je_Stunde | por_hora por_horas | par_heure taux_horaire
stay_the_night spend_the_night stay_over overnight overnight_stay sleep_over | übernachten Übernachtung über_Nacht nächtigen Nächtigung | pernoctar pasar_la_noche pernoctación | passer_la_nuit nuitée
tonight this_evening later_this_evening | heute_Abend heut_Abend am_heutigen_Abend heute_abends | esta_noche | ce_soir
day_after_tomorrow in_two_days in_two_days'_time | übermorgen in_zwei_Tagen | pasado_mañana | après-demain
weekday weekdays working_day working_days business_day business_days workday during_the_week Monday_to_Friday | Werktag Werktage werktags wochentags Arbeitstag Arbeitstage unter_der_Woche Montag_bis_Freitag | entre_semana día_laborable día_hábil | jour_ouvrable jour_ouvré en_semaine
weekend weekends at_the_weekend Saturday_and_Sunday | Wochenende am_Wochenende übers_Wochenende Samstag_und_Sonntag | fin_de_semana finde | week-end
public_holiday bank_holiday national_holiday legal_holiday | Feiertag Feiertage feiertags gesetzlicher_Feiertag gesetzliche_Feiertage | festivo día_festivo feriado | jour_férié férié
New_Year's_Eve Hogmanay last_day_of_the_year | Silvester Sylvester Silvesterabend Silvesternacht Altjahrsabend Jahreswechsel | Nochevieja fin_de_año | Saint-Sylvestre réveillon_du_Nouvel_An
New_Year's_Day New_Year first_of_January | Neujahr Neujahrstag erster_Januar | Año_Nuevo | Nouvel_An jour_de_l'An
Christmas Xmas Christmas_period festive_season Christmastime | Weihnachten Weihnacht Weihnachtszeit Weihnachtsfeiertage weihnachtlich | Navidad Navidades | Noël fêtes_de_Noël
Christmas_Eve night_before_Christmas | Heiligabend Heiliger_Abend Heiligen_Abend Weihnachtsabend | Nochebuena | veille_de_Noël
between_Christmas_and_New_Year between_the_holidays Twixmas | zwischen_den_Jahren zwischen_den_Feiertagen zwischen_Weihnachten_und_Neujahr | entre_Navidad_y_Año_Nuevo | entre_Noël_et_Nouvel_An
Easter Easter_weekend Eastertime | Ostern Osterfeiertage Osterwochenende Osterzeit | Pascua Semana_Santa | Pâques
school_holidays half-term half_term school_break term_break school_vacation | Schulferien Ferien Ferienzeit schulfrei unterrichtsfrei | vacaciones_escolares | vacances_scolaires
high_season peak_season main_season busy_season | Hochsaison Hauptsaison Hauptreisezeit | temporada_alta | haute_saison
low_season off-season off_season out_of_season quiet_season | Nebensaison Vorsaison Nachsaison Zwischensaison außerhalb_der_Saison | temporada_baja fuera_de_temporada | basse_saison hors_saison
rush_hour peak_hours peak_times busy_times busiest_time | Stoßzeit Stoßzeiten Hauptverkehrszeit Rushhour Spitzenzeiten Spitzenzeit Andrang | hora_punta horas_punta | heures_de_pointe heures_pleines
off-peak off_peak off-peak_hours quiet_times least_busy | Nebenzeit Nebenzeiten Schwachlastzeit Randzeiten ruhige_Zeiten wenig_los | horas_valle hora_valle | heures_creuses
closing_date cut-off cutoff_date deadline latest_date no_later_than | Stichtag Einsendeschluss Anmeldeschluss Annahmeschluss Bewerbungsschluss Fristende Frist spätestens | fecha_límite plazo | date_limite dernier_délai
duration how_long length_of_time how_much_time | Dauer dauern wie_lange Zeitdauer Zeitraum | duración durar cuánto_dura | durée durer
midday noon lunchtime at_noon | Mittag mittags Mittagszeit zur_Mittagszeit über_Mittag | mediodía | midi
afternoon in_the_afternoon this_afternoon afternoons | Nachmittag nachmittags am_Nachmittag | por_la_tarde | après-midi
midnight at_midnight twelve_at_night | Mitternacht mitternachts um_Mitternacht | medianoche | minuit
all_year all_year_round year-round throughout_the_year | ganzjährig das_ganze_Jahr übers_ganze_Jahr rund_ums_Jahr | todo_el_año | toute_l'année
at_present at_the_moment nowadays as_of_now | derzeit momentan zurzeit gegenwärtig im_Moment im_Augenblick | actualmente en_este_momento | actuellement en_ce_moment
former previous formerly previously | ehemalig vorherig bisherig vormalig | anterior antiguo | précédent ancien
lawful legal legit legally_permitted within_the_law | legal rechtmäßig rechtens gesetzeskonform gesetzlich_erlaubt | legal lícito | légal licite
illegal unlawful illicit against_the_law banned | illegal rechtswidrig gesetzwidrig widerrechtlich unzulässig strafbar untersagt | ilegal ilícito | illégal illicite
legally_binding legally_valid enforceable binding_contract | verbindlich rechtsverbindlich rechtskräftig rechtswirksam | vinculante | contraignant juridiquement_contraignant
non-binding no_obligation without_obligation without_commitment no_strings_attached | unverbindlich ohne_Verpflichtung freibleibend nicht_bindend | sin_compromiso no_vinculante | sans_engagement non_contraignant
void invalid null_and_void not_valid invalidated | ungültig nichtig unwirksam hinfällig nicht_gültig | nulo inválido no_válido | nul non_valable
valid still_valid in_force remains_valid | gültig gelten gilt in_Kraft Gültigkeit | válido vigente en_vigor | valable valide en_vigueur
statutory required_by_law legally_required by_law | gesetzlich gesetzlich_vorgeschrieben laut_Gesetz von_Rechts_wegen | por_ley exigido_por_ley | légalement imposé_par_la_loi prévu_par_la_loi
compulsory obligatory mandatory obligation | obligatorisch verpflichtend zwingend vorgeschrieben Pflicht | obligatorio obligación | obligatoire obligation
optional voluntary not_compulsory not_mandatory by_choice | optional freiwillig wahlweise fakultativ nicht_verpflichtend | opcional facultativo | facultatif optionnel
identical equivalent equal same_as | identisch gleichwertig gleichgestellt ebenbürtig | idéntico equivalente | identique équivalent
different difference differ differs | Unterschied Unterschiede unterschiedlich verschieden unterscheiden abweichend | diferencia diferente distinto | différence différent
unfair unjust not_fair unreasonable | ungerecht unfair unbillig nicht_gerecht | injusto | injuste inéquitable
goodwill gesture_of_goodwill leniency lenient | Kulanz kulant aus_Kulanz Entgegenkommen kulanterweise | buena_voluntad gesto_comercial | geste_commercial
eligible eligibility entitled entitlement qualify_for | berechtigt Berechtigung anspruchsberechtigt Anspruch teilnahmeberechtigt | derecho_a con_derecho cumplir_los_requisitos | éligible ayant_droit droit_à
non-commercial private_use personal_use private_purposes | Privatgebrauch Eigengebrauch Privatnutzung nicht_gewerblich | uso_particular uso_personal | usage_privé usage_personnel
commercially commercial_use business_use professional_use | gewerblich kommerziell geschäftlich betrieblich Gewerbe | uso_comercial uso_profesional | usage_professionnel usage_commercial
confidential confidentiality discreet discreetly secrecy | vertraulich Vertraulichkeit diskret Diskretion Verschwiegenheit Geheimhaltung Schweigepflicht | confidencial confidencialidad | confidentiel confidentialité discret
anonymous anonymously anonymity without_giving_my_name | anonym Anonymität ohne_Namensangabe ohne_Namen | anónimo anonimato | anonyme anonymat anonymement
automatic automatically by_itself | automatisch von_selbst von_allein selbsttätig | automático automáticamente | automatique automatiquement
newborn baby infant new-born | Baby Säugling Neugeborene Neugeborenes Kleinstkind Babys | bebé recién_nacido lactante | bébé nourrisson nouveau-né
toddler small_child tot pre-schooler preschooler under-fives | Kleinkind Kleinkinder kleines_Kind Krabbelkind Vorschulkind | niño_pequeño | tout-petit jeune_enfant enfant_en_bas_âge
teenager teen teenage adolescent youngster young_person young_people | Jugendliche Jugendlicher Teenager Teenie Heranwachsende junge_Leute | adolescente joven | adolescent ado jeune
minor underage under_age not_of_age under_eighteen | minderjährig Minderjährige Minderjähriger nicht_volljährig noch_nicht_volljährig unter_achtzehn | menor menor_de_edad | mineur
adult grown-up grownup of_legal_age over_eighteen | Erwachsene Erwachsener volljährig Volljährige Volljährigkeit großjährig | adulto mayor_de_edad | adulte majeur
pensioner retiree OAP old-age_pensioner senior_citizen retired senior | Rentner Rentnerin Pensionist Pensionistin Pensionär Ruheständler im_Ruhestand Senioren | jubilado pensionista tercera_edad | retraité personne_âgée senior
university_student uni_student college_student undergraduate student | Student Studentin Studierende Studierender Studi immatrikuliert Hochschüler | universitario estudiante | étudiant
pupil schoolchild schoolchildren school_kid schoolboy schoolgirl | Schüler Schülerin Schulkind Schulkinder Schulpflichtige | alumno escolar colegial | élève écolier
apprentice apprenticeship trainee | Azubi Auszubildende Auszubildender Lehrling Lehrlinge Lehrstelle | aprendiz | apprenti apprentissage
intern internship work_placement internships | Praktikum Praktikant Praktikantin Praktika Schnupperlehre | becario prácticas | stage stagiaire
unemployed jobless out_of_work unemployment lost_my_job | arbeitslos Arbeitslosigkeit Arbeitslose erwerbslos stellenlos arbeitsuchend Job_verloren | desempleado en_paro desempleo | chômeur chômage sans_emploi demandeur_d'emploi
low-income low_income hard-up little_money needy | einkommensschwach Geringverdiener geringes_Einkommen bedürftig wenig_Geld | bajos_ingresos pocos_recursos | faibles_revenus bas_revenus
self-employed freelance freelancer sole_trader | selbstständig selbständig Selbstständige Freiberufler freiberuflich Freelancer Einzelunternehmer | autónomo trabajador_autónomo | indépendant travailleur_indépendant auto-entrepreneur
beginner novice newbie first-timer no_experience no_previous_knowledge | Anfänger Anfängerin Einsteiger Neuling ohne_Vorkenntnisse ohne_Erfahrung unerfahren Neueinsteiger | principiante sin_experiencia | débutant novice
advanced_level experienced skilled proficient | Fortgeschrittene fortgeschritten geübt Profi mit_Vorkenntnissen mit_Erfahrung | nivel_avanzado experimentado | niveau_avancé expérimenté
disabled disability severely_disabled handicapped with_disabilities special_needs | behindert Behinderung schwerbehindert Schwerbehinderte Behinderte Menschen_mit_Behinderung Schwerbehinderung | discapacitado discapacidad minusválido | handicapé handicap
blind visually_impaired partially_sighted visual_impairment sight_loss | blind Blinde sehbehindert Sehbehinderung sehgeschädigt erblindet | ciego discapacidad_visual invidente | aveugle malvoyant non-voyant
deaf hard_of_hearing hearing-impaired hearing_impairment hearing_loss | gehörlos taub schwerhörig hörgeschädigt hörbehindert Schwerhörigkeit | sordo discapacidad_auditiva | sourd malentendant
reduced_mobility limited_mobility difficulty_walking walking_difficulties can't_walk_far | gehbehindert Gehbehinderung mobilitätseingeschränkt eingeschränkt_mobil schlecht_zu_Fuß | movilidad_reducida dificultad_para_caminar | mobilité_réduite difficulté_à_marcher
unmarried not_married never_married | ledig unverheiratet nicht_verheiratet alleinstehend | soltero no_casado | célibataire non_marié
divorced divorce split_up separated_from_my_husband separated_from_my_wife | geschieden Scheidung scheiden_lassen getrennt_lebend Ehescheidung | divorciado divorcio | divorcé divorce
widow widower widowed | Witwe Witwer verwitwet Verwitwete | viudo viuda | veuf veuve
single_parent single_mother single_mum single_dad lone_parent | alleinerziehend Alleinerziehende Alleinerziehender Alleinerzieher Einelternfamilie | familia_monoparental madre_soltera | parent_isolé famille_monoparentale
annoyed angry furious fed_up irritated outraged livid | verärgert wütend genervt ärgern stinksauer erbost aufgebracht Ärger | enfadado molesto indignado | énervé fâché agacé furieux
disappointed disappointment dissatisfied unsatisfied unhappy let_down not_happy not_satisfied | enttäuscht Enttäuschung unzufrieden Unzufriedenheit nicht_zufrieden | decepcionado insatisfecho descontento | déçu mécontent insatisfait
satisfied satisfaction pleased delighted happy_with | zufrieden Zufriedenheit glücklich_mit erfreut begeistert | satisfecho contento satisfacción | satisfait satisfaction
scared afraid frightened fear terrified anxious phobia | Angst ängstlich Ängste fürchten Furcht Schiss Bammel Phobie Angstpatienten | miedo asustado fobia | peur effrayé angoissé phobie
worried worry worries worrying | besorgt Sorge Sorgen beunruhigt | preocupado preocupación | inquiet inquiétude
embarrassed embarrassing ashamed | peinlich schämen Scham beschämt | vergüenza avergonzado | gêné gênant honteux
tired tiredness sleepy knackered fatigued fatigue | müde Müdigkeit schlapp ausgelaugt schläfrig hundemüde | cansado cansancio somnoliento | fatigué fatigue crevé
drunk intoxicated tipsy inebriated under_the_influence | betrunken alkoholisiert besoffen angetrunken unter_Alkoholeinfluss | borracho ebrio embriagado | ivre saoul en_état_d'ivresse
rude impolite unfriendly disrespectful discourteous | unhöflich unfreundlich frech patzig respektlos pampig | maleducado grosero antipático | impoli malpoli désagréable
naked nude unclothed undressed in_the_nude no_clothes_on | nackt unbekleidet textilfrei nackig FKK hüllenlos | desnudo | nu nudité
comfortable comfy cosy comfort | bequem komfortabel gemütlich Bequemlichkeit | cómodo confortable | confortable
companion accompanying_person plus_one chaperone accompany | Begleitperson Begleitung Begleiter begleiten mitkommende_Person | acompañante acompañar | accompagnateur accompagnant accompagner
participant participants attendee take_part participate participation join_in | Teilnehmer Teilnehmerin Teilnehmende teilnehmen teilgenommen Teilnahme mitmachen | participante participar | participant participer participation
spectator spectators audience onlooker | Zuschauer Zuschauerin Publikum Zuschauende zuschauen | espectador | spectateur
passenger passengers traveller traveler | Fahrgast Fahrgäste Passagier Reisende Reisender Fluggast Fluggäste | pasajero viajero | passager voyageur
non-member nonmember non-members not_a_member | Nichtmitglied Nichtmitglieder Nicht-Mitglied kein_Mitglied | no_socio no_miembro | non-membre non_adhérent
subscriber subscribers subscription_holder season_ticket_holder | Abonnent Abonnentin Abonnenten Aboinhaber Abokunde | abonado suscriptor | abonné titulaire_d'un_abonnement
tenant tenants renter lessee | Mieter Mieterin Mietpartei Mieterschaft Wohnungsmieter | inquilino arrendatario | locataire
landlord landlady lessor | Vermieter Vermieterin Hauswirt Vermieterseite | arrendador | bailleur
owner owners proprietor owned_by | Eigentümer Eigentümerin Besitzer Besitzerin Inhaber Inhaberin Halter | dueño propietario | propriétaire détenteur
contract_holder policyholder policy_holder contracting_party | Vertragspartner Vertragsinhaber Versicherungsnehmer Vertragsnehmer | titular_del_contrato tomador | titulaire_du_contrat souscripteur
account_holder account_holders holder_of_the_account name_on_the_account | Kontoinhaber Kontoinhaberin Inhaber_des_Kontos Kontobesitzer | titular_de_la_cuenta | titulaire_du_compte
applicant applicants candidate | Bewerber Bewerberin Antragsteller Antragstellerin Kandidat Antragstellende | solicitante candidato | demandeur candidat
beneficiary beneficiaries entitled_person | Begünstigte Begünstigter Bezugsberechtigte Bezugsberechtigter Anspruchsberechtigte | beneficiario | bénéficiaire
recipient addressee consignee receiver_of_the_parcel | Empfänger Empfängerin Adressat Paketempfänger | destinatario | destinataire
heir heirs inherit inheritance inherited | Erbe Erben Erbin geerbt Erbschaft vererben Rechtsnachfolger | heredero herencia heredar | héritier héritage hériter
bereaved surviving_dependants surviving_dependents surviving_relatives | Hinterbliebene Hinterbliebener Trauernde hinterbliebene_Angehörige | supérstite deudos | survivants proches_du_défunt
guardian legal_guardian parent_or_guardian custody parental_responsibility | Erziehungsberechtigte Erziehungsberechtigter Sorgeberechtigte Sorgeberechtigter Vormund Sorgerecht Obsorge | tutor_legal patria_potestad custodia | tuteur représentant_légal autorité_parentale
mother mum mom mummy mums | Mutter Mütter Mama Mutti Mami | madre mamá | mère maman
father dad daddy dads | Vater Väter Papa Papi Vati | padre papá | père papa
grandparents grandma grandpa granny grandmother grandfather | Großeltern Oma Opa Großmutter Großvater Omi | abuelos abuela abuelo | grands-parents grand-mère grand-père
sibling siblings brothers_and_sisters brother_or_sister | Geschwister Geschwisterkind Geschwisterkinder Bruder_oder_Schwester | hermanos | fratrie frères_et_sœurs
relatives relative next_of_kin family_members family_member | Angehörige Angehöriger Verwandte Verwandter Verwandtschaft Familienangehörige Familienmitglied Familienmitglieder | familiares pariente parientes | proches membre_de_la_famille
spouse husband wife hubby married_partner | Ehepartner Ehepartnerin Ehemann Ehefrau Ehegatte Gatte Gattin Göttergatte | cónyuge marido esposo esposa | conjoint mari époux épouse
life_partner unmarried_partner cohabiting_partner domestic_partner boyfriend girlfriend | Lebensgefährte Lebensgefährtin Lebenspartner Lebenspartnerin nichteheliche_Lebensgemeinschaft | pareja_de_hecho novio novia | concubin compagne compagnon
flatmate roommate housemate flat-share flatshare roomie | Mitbewohner Mitbewohnerin WG Wohngemeinschaft Zimmergenosse | compañero_de_piso piso_compartido | colocataire colocation
neighbour neighbor neighbours neighbors next_door | Nachbar Nachbarin Nachbarn Nachbarschaft nebenan von_nebenan | vecino | voisin voisinage
local_resident local_residents inhabitant inhabitants | Anwohner Anwohnerin Einheimische Einwohner Ortsansässige ortsansässig Anrainer | residente habitante | riverain habitant
foreigner foreign_national non-resident | Ausländer Ausländerin ausländischer_Staatsbürger ausländische_Staatsangehörige | extranjero no_residente | ressortissant_étranger non-résident
employer employing_company company_I_work_for place_of_work | Arbeitgeber Arbeitgeberin Dienstgeber Dienstherr | empleador empresa_donde_trabajo | employeur
manager boss supervisor person_in_charge | Chef Chefin Vorgesetzte Vorgesetzter Geschäftsführer Geschäftsführerin Filialleiter | encargado gerente jefe | gérant directeur
carer caregiver care_giver family_carer | Pflegeperson pflegende_Angehörige Pflegekraft Betreuungsperson Pflegende | cuidador | aidant proche_aidant
authorised_person authorized_person proxy power_of_attorney on_my_behalf on_behalf_of | Bevollmächtigte Bevollmächtigter Vollmacht bevollmächtigt bevollmächtigen in_Vertretung in_meinem_Namen | apoderado poder_notarial en_mi_nombre persona_autorizada | mandataire procuration en_mon_nom
volunteer volunteers volunteering voluntary_work unpaid_work | Ehrenamt ehrenamtlich Ehrenamtliche Freiwillige Freiwilligenarbeit freiwillige_Helfer | voluntario voluntariado | bénévole bénévolat
consumer consumers private_customer private_individual | Verbraucher Verbraucherin Konsument Privatkunde Privatperson Endverbraucher | consumidor particular | consommateur particulier
new_customer new_customers first-time_customer first_order | Neukunde Neukunden Neukundin Erstkunde neue_Kunden Erstbestellung | nuevo_cliente nuevos_clientes | nouveau_client nouveaux_clients première_commande
existing_customer existing_customers regular_customer long-standing_customer loyal_customer | Bestandskunde Bestandskunden Stammkunde Stammkunden Stammgast bestehende_Kunden treue_Kunden | cliente_habitual clientes_existentes | client_existant client_fidèle
`;
