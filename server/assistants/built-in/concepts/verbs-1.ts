export const VERBS_1 = `
is_jammed get_jammed wedged stuck seized_up won't_budge snagged paper_jam | klemmen klemmt verklemmt eingeklemmt festgeklemmt steckengeblieben stecken_geblieben feststecken hakt Papierstau | atascado encajado atascarse | coincé enrayé bourrage_papier
push~along shove push | schieben geschoben anschieben schubsen | empujar | pousser
press_the_button push_the_button hold_down keep_pressed tap_the_button | Knopf_drücken Taste_drücken Knopfdruck Tastendruck gedrückt_halten | pulsar presionar | appuyer appuyez
pull~out tug yank extract | herausziehen herausgezogen rausziehen rausgezogen | tirar_hacia_fuera extraer | extraire tirer_dehors
tow towed towing tow_truck tow~away breakdown_lorry recovery_vehicle | abschleppen abgeschleppt Abschleppdienst Abschleppwagen Abschleppung | remolcar remolque grúa | remorquer remorquage dépanneuse
rotate swivel twist turn~round | drehen gedreht umdrehen verdrehen rotieren drehbar | girar giratorio | tourner pivoter rotatif
tip~over topple knock~over fall~over overturn keel_over | umkippen umgekippt umfallen umgefallen umstoßen umgestoßen umgeschmissen umgeworfen | volcar volcado | basculer se_renverser
wobble wobbly shaky unstable unsteady rickety | wackeln wackelig wacklig kippeln instabil wackelt | tambalearse inestable cojear | bancal instable branlant
dropped fell_down slipped_out_of_my_hand let~fall fell~on_the_floor | fallengelassen fallen_gelassen fallen_lassen runtergefallen heruntergefallen hinuntergefallen runtergeschmissen | caerse se_me_cayó dejar_caer | tomber laissé_tomber chute
lug haul carry~upstairs carry~up carry~in carry~inside | schleppen geschleppt hochtragen hochgetragen rauftragen hinauftragen reintragen hineintragen | acarrear subir_a_casa | porter_à_l'étage trimballer
hoist heave lift~up raise~up | heben gehoben anheben angehoben hochheben hochgehoben hieven | levantar alzar | soulever hisser
hang~on_the_wall wall_mount wall-mounted mount~on_the_wall wall_bracket | Wandmontage Wandhalterung an_die_Wand_hängen an_der_Wand_befestigen Wandbefestigung | montaje_en_pared colgar_en_la_pared | fixation_murale accrocher_au_mur
fold~up folding foldable collapsible fold-away fold-up | falten gefaltet zusammenfalten zusammenklappen zusammengeklappt klappbar zusammenklappbar faltbar | plegar plegable | plier pliable pliant
stack stackable pile~up | stapeln gestapelt stapelbar aufeinanderstellen übereinanderstellen aufstapeln | apilar apilable | empiler empilable
tie~down strap~down lash tie~up secure_the_load ratchet_strap | festbinden festgebunden anbinden angebunden festzurren festgezurrt verzurren Spanngurt | atar amarrar | sangler arrimer
tangled knotted entangled in_a_knot | verheddert verknotet verwickelt verheddern | enredado enredar | emmêlé emmêler
unload offload unloading | abladen abgeladen ausladen ausgeladen entladen Entladung | descargar_mercancía | décharger déchargement
bump_into collide collision prang rear-ended crash_into | zusammenstoßen zusammengestoßen Zusammenstoß kollidieren Kollision gerammt rammen Auffahrunfall aufgefahren | chocar choque colisión | percuter heurter collision
buckle~up seat_belt seatbelt safety_belt strap~in | anschnallen angeschnallt Sicherheitsgurt Anschnallpflicht angurten angegurtet | cinturón_de_seguridad abrocharse | ceinture_de_sécurité attacher_sa_ceinture
crushed squashed squished flattened smashed_in squash~flat | zerdrückt zerquetscht eingedrückt plattgedrückt zerdrücken zerquetschen plattgemacht | aplastado aplastar | écrasé écraser
dent dented ding | Delle Dellen eingedellt Beule Beulen verbeult eingebeult | abolladura abollado bollo | bosselé cabossé
bent warped deformed misshapen crooked out_of_shape | verbogen verbiegen krumm verformt verformen deformiert | torcido deformado | tordu déformé voilé
shatter shattered splinter smash~to_pieces in_pieces shards | zersplittert zersplittern Scherben zersprungen zerspringen zerschlagen zerschmettert zerbrochen | hecho_añicos astillado | brisé éclaté en_morceaux
hairline_crack cracked cracks fissure | Haarriss gesprungen Sprünge Glas_gesprungen rissig | grieta agrietado fisura | fissure fissuré fêlé
came_off fall~off fell_off come_unstuck came_unstuck | abgehen abgegangen abfallen abgefallen abgerissen abreißen sich_gelöst abgelöst | desprenderse se_ha_soltado | se_détacher décroché arraché
peel~off flake~off flaking flaked | abblättern abgeblättert abplatzen abgeplatzt sich_ablösen abpellen | desconchado descascarillado pelarse | écaillé s'écailler se_décoller
scratch scratched scuff scuffed scrape scratch_mark | Kratzer zerkratzt verkratzt zerkratzen verkratzen Schramme Schrammen verschrammt | rayar rayado arañazo rasguño | rayer rayure éraflure rayé
torn ripped tear rip tatter slit | zerrissen zerreißen eingerissen einreißen aufgerissen zerfetzt Riss | rasgado rasgar roto_la_tela | déchiré déchirer déchirure
frayed fraying threadbare worn_through unravel | ausgefranst ausfransen durchgescheuert durchgewetzt abgewetzt fadenscheinig | deshilachado raído | effiloché élimé
pilling bobbles bobbling fluff_balls lint_balls | Pilling Fusseln fusselt verfusselt Wollknötchen | pelotillas bolitas | bouloches boulocher peluche_le_tissu
wear_and_tear worn_out normal_wear signs_of_wear | Abnutzung Abnützung Verschleiß abgenutzt verschlissen Gebrauchsspuren Abnutzungserscheinungen | desgaste desgastado | usure usé
misuse improper_use mistreat rough_handling wrong_use | unsachgemäß unsachgemäßer_Gebrauch falsche_Handhabung zweckentfremdet Fehlgebrauch unsachgemäße_Behandlung | uso_indebido mal_uso | mauvaise_utilisation usage_inapproprié
tamper tampering manipulate interfere_with | manipulieren manipuliert Manipulation | manipular manipulación | trafiquer manipuler manipulation
cracked_screen broken_screen smashed_screen screen_repair screen_replacement | Displaybruch Displayschaden Displaytausch Displayreparatur gesprungenes_Display kaputtes_Display Bildschirm_gesprungen | pantalla_rota cambio_de_pantalla | écran_cassé écran_fissuré
squeak squeaky creak squeal | quietschen quietscht knarzen knarren knarrt | chirriar chirrido | grincer grincement
rattle rattling clatter clunk | klappern klappert scheppern scheppert rattern | traqueteo traquetear | cliqueter cliquetis
spill spilt spilled slop knock~a_drink | verschütten verschüttet kleckern gekleckert bekleckert danebengegossen | derramar derramado | renverser_un_verre renversé
stain stained blotch splodge | Fleck Flecken fleckig befleckt Verschmutzungen | mancha manchado manchar | tache taché tacher
stain_remover spot_remover remove~stain get~stain_out | Fleckenentferner Fleckenmittel Fleckensalz Fleckentfernung Flecken_entfernen | quitamanchas | détachant
dirty filthy grubby soiled mucky unclean | schmutzig dreckig verschmutzt verdreckt versifft Schmutz Dreck verschmutzen Verschmutzung | sucio suciedad ensuciar | saleté crasseux salir souillé
leak leaky seep ooze not_watertight leakage | undicht Leckage leckt tropft heraustropfen rausgelaufen Wasser_läuft_aus | fuga gotear rezumar | fuite fuir suinter
burst_pipe pipe_burst broken_pipe burst_water_pipe | Rohrbruch Wasserrohrbruch geplatztes_Rohr Rohr_geplatzt Leitung_geplatzt | tubería_rota rotura_de_tubería | tuyau_éclaté rupture_de_canalisation
flood flooded flooding overflow inundated | Überschwemmung überschwemmt überflutet Überflutung übergelaufen | inundación inundado desbordar | inondation inondé déborder
water_damage liquid_damage fell_in_water dropped~in_water | Wasserschaden Feuchtigkeitsschaden Flüssigkeitsschaden ins_Wasser_gefallen nass_geworden | daño_por_agua se_mojó | dégât_des_eaux tombé_dans_l'eau
drenched sopping soaking_wet waterlogged soaked_through | durchnässt klatschnass pitschnass patschnass durchweicht tropfnass | empapado calado | trempé détrempé
clogged clog blocked_drain blocked_sink blocked_toilet bunged_up | verstopft verstopfen Rohrverstopfung Abflussverstopfung Toilette_verstopft Abfluss_verstopft | atascado_el_desagüe obstruido | bouché obstrué engorgé
unclog unblock~drain clear~drain unblock~toilet drain_cleaning | Rohrreinigung Abflussreinigung Verstopfung_beseitigen Abfluss_freimachen Kanalreinigung | desatascar desatasco | déboucher débouchage
rust rusty rusted corrode corrosion corroded | Rost rosten verrostet gerostet rostig angerostet durchgerostet Korrosion korrodiert | óxido oxidado oxidarse corrosión | rouille rouillé rouiller corrosion
mouldy mould moldy mildew | Schimmel schimmeln verschimmelt angeschimmelt schimmelig schimmlig Schimmelbefall | moho mohoso enmohecido | moisissure moisi moisir
smell smelly stink odour odor stench pong reek whiff | Geruch Gerüche riechen riecht gerochen stinken stinkt gestunken Gestank müffeln Mief | olor oler huele apestar | odeur puer mauvaise_odeur sent_mauvais
rotten gone_off gone_bad spoilt spoiled rancid putrid | verdorben verderben schlecht_geworden vergammelt gammelig verfault verrottet ranzig | podrido pudrirse echado_a_perder rancio | pourri pourrir avarié rance
chew chewed gnaw nibble bitten_through bite~through | kauen zerkauen zerkaut anknabbern angeknabbert annagen angenagt zerbissen durchgebissen | mordisquear roer masticar | mâcher ronger mordiller mâchouiller
scorch scorched singe singed charred burn_mark burn_hole | versengt ansengen angesengt verkohlt Brandfleck Brandflecken Brandloch Brandlöcher angebrannt | chamuscado chamuscar | roussi carbonisé trace_de_brûlure
catch_fire caught_fire burst_into_flames go_up_in_flames ablaze | Feuer_fangen Feuer_gefangen in_Brand_geraten abgebrannt abbrennen in_Flammen | incendiarse incendio prenderse_fuego | prendre_feu incendie
overheat overheated overheating runs_hot gets_too_hot | überhitzen überhitzt Überhitzung heißgelaufen heißlaufen | sobrecalentamiento sobrecalentarse | surchauffe surchauffer
deep-freeze deep-frozen freeze_food put~in_the_freezer freezable | einfrieren eingefroren tiefkühlen tiefgekühlt tiefgefroren gefrieren gefroren gefriergeeignet | congelado ultracongelado congelar_alimentos | congeler congelé surgelé surgeler
iced_over iced_up frozen_over frosted_over icy | vereist vereisen zugefroren zufrieren zugeeist | cubierto_de_hielo escarcha | givré verglacé givre
defrost thaw de-ice thaw~out | auftauen aufgetaut abtauen abgetaut enteisen enteist | descongelar deshelar | décongeler dégivrer
melt melted molten | schmelzen geschmolzen schmilzt zerlaufen zerschmolzen | derretir derretido | fondre fondu
cook cooking prepare~meals make~own_food | kochen gekocht zubereiten Zubereitung bekochen selbst_kochen | cocinar | cuisiner faire_la_cuisine
heat~up warm~up reheat | aufwärmen aufgewärmt erwärmen erhitzen erhitzt warm_machen warmgemacht | calentar recalentar | réchauffer faire_chauffer
chill chilled refrigerate cool~down keep~cold keep~cool | kühlen gekühlt abkühlen abgekühlt kaltstellen kaltgestellt kühl_lagern Kühlung | enfriar refrigerar refrigerado | refroidir réfrigérer tenir_au_frais
mix blend stir mixture | mischen gemischt vermischen vermengen verrühren umrühren Mischung | mezclar mezcla | mélanger mélange remuer
dilute diluted water~down thin~down | verdünnen verdünnt Verdünnung verwässern | diluir diluido | diluer dilué
refill replenish fill~up | nachfüllen nachgefüllt auffüllen aufgefüllt befüllen vollmachen | llenar reponer | réapprovisionner remplir_à_nouveau
refuel full_tank fill~the_tank tank~up | tanken getankt volltanken vollgetankt betanken Tankfüllung voller_Tank | repostar repostaje llenar_el_depósito | faire_le_plein plein_d'essence
pour~out pour~away empty~out tip~out | ausgießen ausgegossen ausschütten ausgeschüttet auskippen ausgekippt ausleeren wegschütten | vaciar verter | vider vidanger
do_the_dishes washing-up wash~up dirty_dishes wash_the_dishes | abwaschen abgewaschen Abwasch Geschirr_spülen Geschirr_abwaschen abspülen | fregar_los_platos lavar_los_platos | faire_la_vaisselle vaisselle_sale
dishwasher-safe dishwasher_proof dishwasher_safe in_the_dishwasher | spülmaschinenfest spülmaschinengeeignet geschirrspülerfest in_die_Spülmaschine in_den_Geschirrspüler | apto_para_lavavajillas lavavajillas | compatible_lave-vaisselle lave-vaisselle
fasten affix attach~to fix~to clip~on secure~to | befestigen befestigt anbringen angebracht festmachen festgemacht Befestigung | fijar sujetar fijación | fixer fixation attacher_à
screw screws screw~on screw~in bolt~on | Schraube anschrauben angeschraubt festschrauben festgeschraubt verschrauben verschraubt | tornillo atornillar | visser vissé
unscrew undo_the_screw unbolt | abschrauben abgeschraubt losschrauben aufschrauben aufgeschraubt herausschrauben rausschrauben | desatornillar desenroscar | dévisser
tighten retighten tightening | festziehen festgezogen nachziehen nachgezogen festdrehen festgedreht | apretar tensar | resserrer serrer
loosen slacken come_loose came_loose work_loose | lockern gelockert losgegangen locker_geworden nicht_mehr_fest hat_sich_gelöst | aflojar aflojado | desserrer desserré
detachable removable can_be_taken_off | abnehmbar herausnehmbar abziehbar ablösbar | extraíble desmontable quitable | amovible détachable
assemble put~together self-assembly flat-pack | zusammenbauen zusammengebaut zusammenschrauben aufbauen aufgebaut Selbstmontage zusammensetzen | ensamblar montar montaje | assembler assemblage monter_soi-même
dismantle disassemble take~apart take_to_pieces | abbauen abgebaut Abbau zerlegen zerlegt auseinanderbauen auseinandergebaut auseinandernehmen auseinandergenommen demontieren Demontage | desmontar desmontaje | démonter démontage
connect~up hook~up wire~up plumb~in | anschließen angeschlossen anklemmen angeklemmt Geräteanschluss | conectar_el_aparato | raccorder raccordement
plug~in plug~into stick~in_the_socket | einstecken eingesteckt einstöpseln eingestöpselt in_die_Steckdose | enchufar | brancher mettre_dans_la_prise
socket power_socket wall_socket power_outlet mains_socket electrical_outlet | Steckdose Stromanschluss Stromsteckdose | enchufe toma_de_corriente | prise_de_courant prise_électrique
unplug pull_the_plug disconnect~from_the_mains take~off_the_mains | ausstecken ausgesteckt Stecker_ziehen Stecker_gezogen vom_Strom_trennen vom_Stromnetz | desenchufar | débrancher
switch~on turn~on power~on power~up | einschalten eingeschaltet anschalten angeschaltet anmachen angemacht | encender poner_en_marcha | allumer mettre_en_marche
switch~off turn~off power~off shut~down deactivate | ausschalten ausgeschaltet abschalten abgeschaltet ausmachen deaktivieren deaktiviert | apagar desactivar | éteindre désactiver
factory_reset factory_settings restore_defaults hard_reset reset | Werkseinstellungen Werkseinstellung Werksreset zurücksetzen zurückgesetzt Auslieferungszustand | restablecer valores_de_fábrica | réinitialiser paramètres_d'usine
recharge charge~battery charge~phone charge~device | aufladen aufgeladen Akku_laden Ladevorgang nachladen Handy_laden | recargar cargar_la_batería | recharger charger_la_batterie
charger power_adapter power_supply power_brick | Ladegerät Netzteil Ladeadapter Netzgerät | cargador adaptador_de_corriente | chargeur adaptateur_secteur
charging_station charging_point charge_point ev_charger wallbox charge~electric_car | Ladestation Ladesäule Ladepunkt Wallbox Stromtankstelle E-Tankstelle Elektroauto_laden | punto_de_recarga estación_de_carga | borne_de_recharge station_de_recharge
charging_cable charging_lead charging_cord charger_cable | Ladekabel Aufladekabel Ladeschnur | cable_de_carga | câble_de_recharge câble_de_charge
flat_battery battery_flat battery_dead dead_battery battery_empty | Akku_leer Batterie_leer leere_Batterie leerer_Akku tiefentladen | batería_descargada sin_batería | batterie_à_plat batterie_vide
jump-start jump_start jump_leads jumper_cables | Starthilfe Batterie_überbrücken Überbrückungskabel Starthilfekabel fremdstarten | pinzas_de_arranque arrancar_con_pinzas | câbles_de_démarrage démarrer_avec_des_câbles
battery_replacement change~battery replace~battery new_battery | Batteriewechsel Akkuwechsel Akkutausch Batterietausch Batterie_wechseln Akku_wechseln | cambio_de_batería cambiar_la_pila | changement_de_batterie changer_la_pile
blown_fuse fuse_box tripped_breaker circuit_breaker fuse | Sicherung_rausgeflogen Sicherungskasten FI-Schalter Schutzschalter Sicherung_durchgebrannt Stromsicherung | fusible saltaron_los_plomos disyuntor | fusible disjoncteur plombs_sautés
unlock~door open~door_with_a_key unbolt~door | aufschließen aufgeschlossen aufsperren aufgesperrt entriegeln entriegelt | abrir_con_llave | déverrouiller ouvrir_la_porte
lock~door lock~up bolt~door lock_the_room | zuschließen zugeschlossen zusperren zugesperrt absperren abgesperrt verriegeln verriegelt | cerrar_con_llave | verrouiller fermer_à_clé
locked_out locked_myself_out shut_myself_out left_key_inside | ausgesperrt aussperren Tür_zugefallen Schlüssel_steckt_innen | me_he_quedado_fuera me_quedé_fuera | porte_claquée enfermé_dehors
locksmith emergency_locksmith door_opening_service | Schlüsseldienst Aufsperrdienst Schlüsselnotdienst Türöffnung | cerrajero cerrajería | serrurier serrurerie
spare_key duplicate_key key_cutting second_key copy_of_the_key | Zweitschlüssel Ersatzschlüssel Nachschlüssel Schlüsselkopie Schlüssel_nachmachen Reserveschlüssel | copia_de_llave llave_de_repuesto | double_des_clés double_de_clé
clean cleanse scrub wipe~down wipe~clean | reinigen putzen geputzt säubern gesäubert saubermachen saubergemacht abwischen schrubben | limpiar fregar | nettoyer récurer essuyer
vacuum hoover vacuum_cleaner vacuuming | staubsaugen Staubsauger staubgesaugt durchsaugen | aspiradora pasar_la_aspiradora | aspirateur passer_l'aspirateur
tidy tidy~up clear~up clean~up | aufräumen aufgeräumt wegräumen weggeräumt zusammenräumen | ordenar poner_en_orden | mettre_en_ordre remettre_en_ordre
sweep swept sweep~up broom | fegen gefegt kehren gekehrt zusammenkehren Besen | barrer escoba | balayer balai
dry_clean dry-cleaning dry_cleaning dry_cleaner's | chemische_Reinigung Textilreinigung chemisch_reinigen Trockenreinigung chemisch_gereinigt | limpieza_en_seco tintorería | nettoyage_à_sec pressing
machine_washable machine-washable washable machine_wash put~in_the_washing_machine | waschbar maschinenwaschbar waschmaschinenfest in_die_Waschmaschine in_der_Maschine_waschen | lavable lavable_a_máquina | lavable lavable_en_machine
steam_iron ironing ironed clothes_iron | bügeln gebügelt Bügeleisen Dampfbügeleisen aufbügeln | planchar plancha planchado | repasser repassage fer_à_repasser
creased crumpled wrinkled crinkled rumpled | zerknittert verknittert knittern knitterig zerknautscht | arrugado arrugarse | froissé chiffonné
rinse rinse~out swill~out | ausspülen ausgespült nachspülen nachgespült durchspülen | enjuagar | rincer rinçage
pre-soak leave~to_soak soak~overnight | einweichen eingeweicht vorweichen | remojar poner_en_remojo | faire_tremper laisser_tremper
spin_cycle spin-dry spin_speed spin~laundry | schleudern geschleudert Schleudergang Schleuderdrehzahl Wäscheschleuder | centrifugar centrifugado | essorer essorage
tumble-dry tumble_dry tumble_dryer clothes_dryer tumble_drier | Wäschetrockner Tumbler trocknergeeignet in_den_Trockner trocknerfest | secadora | sèche-linge
line-dry air-dry drip-dry clothes_line washing_line clothes_horse drying_rack | lufttrocknen an_der_Luft_trocknen Wäscheständer Wäscheleine Wäschespinne Wäsche_aufhängen | tender_la_ropa tendedero | étendoir étendre_le_linge
bleach bleached bleaching_agent chlorine_bleach | bleichen gebleicht Bleichmittel Chlorbleiche | lejía blanqueador | eau_de_Javel javel
disinfect disinfectant disinfection sanitise sanitize sanitizer germ-free | desinfizieren desinfiziert Desinfektion Desinfektionsmittel keimfrei | desinfectar desinfección desinfectante | désinfecter désinfection désinfectant
faded fade discoloured discolored discolour washed_out lost_its_colour | verblasst verblassen verblichen ausgebleicht ausbleichen verfärbt verfärben Verfärbung | descolorido decolorado desteñido | délavé décoloré décolorer
colour_run bleed_colour colour_bleed dye_comes_out | abfärben abgefärbt färbt~ab Farbe_läuft_aus | desteñir soltar_color | déteindre dégorger
dye dyed dyeing | färben gefärbt einfärben eingefärbt umfärben Färbung | teñir teñido | teindre teinture
shrink shrank shrunk shrinkage shrunken | einlaufen eingelaufen schrumpfen geschrumpft | encoger encogido | rétrécir rétréci
stretched_out lost_its_shape saggy gone_baggy | ausgeleiert ausleiern ausgeweitet ausgebeult aus_der_Form | dado_de_sí ensanchado | distendu détendu_le_tissu
try~on trying_on fitting_room try_clothes_on | anprobieren anprobiert Anprobe Anprobekabine | probarse probador | essayage cabine_d'essayage
sew sewn stitch sew~on darn | nähen genäht annähen angenäht flicken geflickt zunähen | coser remendar | coudre recoudre
alterations tailoring take~up_trousers shorten_trousers hem taken_in | Änderungsschneiderei Kleideränderung Hose_kürzen Hosen_kürzen umnähen enger_machen | arreglos_de_ropa acortar dobladillo | retouches ourlet raccourcir
glue superglue adhesive stick~together glue~on | kleben geklebt ankleben angeklebt festkleben zusammenkleben Kleber Klebstoff Leim leimen | pegamento pegar encolar | colle coller recoller
sticky_tape sellotape scotch_tape adhesive_tape packing_tape parcel_tape | Klebeband Tesafilm Klebestreifen Paketband Packband | cinta_adhesiva celo precinto | ruban_adhésif scotch
weld welding welder welded | schweißen geschweißt Schweißgerät anschweißen verschweißt | soldar soldadura | souder soudure
cut~to_size cut_to_length cut~to_measure saw~to_size | zuschneiden zugeschnitten Zuschnitt zusägen zugesägt ablängen zurechtschneiden | cortar_a_medida corte_a_medida | découpe découpe_sur_mesure
drill drilling power_drill make~holes_in_the_wall | bohren gebohrt Bohrmaschine anbohren Löcher_bohren Loch_bohren | taladrar taladro | percer perceuse
paint~walls repaint paint_the_room redecorate | anstreichen angestrichen Anstrich Wände_streichen Wand_streichen ausmalen malern überstreichen | pintar_las_paredes repintar | peindre repeindre
varnish lacquer varnished | lackieren lackiert Lackierung Klarlack | barnizar barniz lacar | vernir vernis laquer
sand~down sandpaper sander rub~down | abschleifen abgeschliffen Schleifpapier Schleifmaschine anschleifen | lijar lijadora lija | poncer ponceuse papier_de_verre
sharpen sharpening sharpened whet | schärfen geschärft nachschärfen Messer_schleifen Schleifservice Schleifdienst | afilar afilado | aiguiser affûter affûtage
ski_wax wax~ski ski_waxing hot_wax | Skiwachs einwachsen eingewachst Ski_wachsen gewachst | encerar cera_para_esquís | farter fartage
buff~up polish~up shine~up | polieren poliert Politur aufpolieren | pulir abrillantar | polir lustrer
spray spray~on aerosol spray_can | sprühen besprühen einsprühen eingesprüht aufsprühen Spray Sprühdose | rociar pulverizar aerosol | pulvériser vaporiser aérosol
re-proof waterproofing proofing_spray impregnate | imprägnieren imprägniert Imprägnierung Imprägnierspray nachimprägnieren | impermeabilizar impermeabilizante | imperméabiliser imperméabilisant
lubricate lubricant grease~chain oil~chain | schmieren geschmiert ölen geölt einfetten Schmiermittel | lubricar engrasar lubricante | lubrifier graisser lubrifiant
seal~gap sealant caulk regrout | abdichten abgedichtet Dichtmasse Silikonfuge verfugen | sellar sellador | calfeutrer étanchéifier
engrave engraving engraved inscription | gravieren graviert Gravur eingravieren | grabado_láser grabado_de_texto | gravure graver
dig digging excavate excavation | graben gegraben ausgraben ausheben baggern Grabarbeiten | cavar excavar | creuser excavation
mow~lawn cut_the_grass lawnmower mow mower | Rasen_mähen mähen gemäht Rasenmäher | cortar_el_césped cortacésped | tondre_la_pelouse tondeuse
trim~hedge hedge_trimming prune~tree cut~back hedge_cutting | Hecke_schneiden Heckenschnitt Heckenschere zurückschneiden Baumschnitt stutzen | podar poda | tailler_la_haie taille_de_haie élaguer
water~plants watering water~flowers irrigate | gießen gegossen bewässern Bewässerung Blumen_gießen Pflanzen_gießen | regar riego | arroser arrosage
clear_snow shovel_snow snow_removal snow_clearing gritting | Schnee_räumen Schneeräumung Winterdienst Schnee_schaufeln Schnee_schippen Räumdienst | quitar_la_nieve retirada_de_nieve | déneiger déneigement
pitch~tent put~up_a_tent set~up_a_tent erect~tent | Zelt_aufbauen Zelt_aufstellen zelten gezeltet Zelt_aufschlagen | montar_la_tienda acampar | monter_la_tente planter_la_tente
decorate decorations decoration deck~out | dekorieren dekoriert Dekoration Deko schmücken geschmückt ausschmücken | decorar decoración | décorer décoration
inflate pump~up blow~up air_pump | aufpumpen aufgepumpt aufblasen aufgeblasen Luftpumpe | inflar hinchar | gonfler gonflage
flat_tyre flat_tire puncture punctured burst_tyre | Reifenpanne platter_Reifen Plattfuß einen_Platten Patschen geplatzter_Reifen | pinchazo rueda_pinchada | crevaison pneu_crevé
goes_flat loses_air deflate let~air_out | Luft_verlieren verliert_Luft Luft_ablassen | desinflarse pierde_aire | dégonfler se_dégonfle
maintenance upkeep overhaul tune-up | Wartung Wartungsarbeiten Instandhaltung Instandhaltungsarbeiten Generalüberholung | mantenimiento puesta_a_punto | entretien maintenance
take_measurements measure~up measuring | ausmessen ausgemessen abmessen vermessen nachmessen Aufmaß | tomar_medidas medir | prendre_les_mesures mesurer
weighing_scales bathroom_scales weigh~in weigh weighed | wiegen gewogen abwiegen nachwiegen Waage | pesar báscula | peser balance
pack pack~up box~up | einpacken eingepackt verpacken verpackt zusammenpacken packen gepackt | empaquetar embalar | emballer empaqueter
unpack unbox take~out_of_the_box | auspacken ausgepackt aus_der_Verpackung_nehmen | desempaquetar desembalar | déballer déballage
gift-wrap gift_wrapping gift_wrap wrapping_paper wrapped_as_a_gift | Geschenkverpackung Geschenkpapier als_Geschenk_verpacken als_Geschenk_einpacken | envolver_para_regalo papel_de_regalo | emballage_cadeau papier_cadeau
bubble_wrap padding packing_material cushioning | Luftpolsterfolie Noppenfolie Polstermaterial Füllmaterial Packmaterial Verpackungsmaterial | plástico_de_burbujas material_de_relleno | papier_bulle rembourrage
throw~away throw~out chuck~out discard ditch scrap get_rid_of dispose | wegwerfen weggeworfen wegschmeißen weggeschmissen rausschmeißen entsorgen entsorgt wegtun | tirar_a_la_basura desechar deshacerse | jeter se_débarrasser
rubbish trash garbage waste | Müll Abfall Abfälle Unrat Kehricht Haushaltsabfälle | basura residuos desperdicios | ordures déchets
resell sell~on sell~privately resale | weiterverkaufen weiterverkauft Weiterverkauf Wiederverkauf privat_verkaufen | revender reventa | revendre revente
give~away hand~on give~for_free | verschenken verschenkt weggeben weggegeben hergeben | regalar | donner_gratuitement offrir
hide hidden conceal make~invisible | verstecken versteckt verbergen verborgen ausblenden ausgeblendet unsichtbar_machen | ocultar esconder escondido | masquer cacher
mislaid misplaced mislay lost | verschlampt verbummelt unauffindbar abhandengekommen abhanden_gekommen verloren nicht_mehr_finden | extraviado extraviar perdido | égaré égarer perdu
found_item found_property hand~in_at_lost_property lost_and_found lost_property | Fundsache Fundsachen Fundstück Fundstücke Fundgegenstand Fundbüro liegengelassen | objeto_encontrado objetos_perdidos | objet_trouvé objets_trouvés
look~for search searching search_function | suchen gesucht Suche durchsuchen Suchfunktion | buscar búsqueda buscador | chercher rechercher
take~photos take~pictures photograph photography | fotografieren fotografiert knipsen geknipst Fotos_machen ablichten Fotoaufnahmen | hacer_fotos fotografiar | photographier prendre_des_photos
film~video filming make~video video_filming | filmen gefilmt Videos_machen Videoaufnahmen Filmaufnahmen | filmar grabar_vídeo | filmer tourner_une_vidéo
recording tape~programme record~programme record~show record~call | aufzeichnen aufgezeichnet Aufzeichnung mitschneiden mitgeschnitten Mitschnitt | grabar grabación | enregistrement_vidéo enregistrer_une_émission
scan scanned scanning digitise digitize | scannen gescannt einscannen eingescannt abscannen Scan digitalisieren | escanear digitalizar | scanner numériser
print print~out printout printing | drucken gedruckt ausdrucken ausgedruckt Ausdruck | imprimir impresión impreso | imprimer impression
photocopy photocopying photocopier make~copies | kopieren fotokopieren Fotokopie Fotokopien Kopierer Kopiergerät | fotocopia fotocopiar | photocopie photocopier photocopieur
screenshot screen_grab screen_capture screen_shot | Screenshot Bildschirmfoto | captura_de_pantalla pantallazo | capture_d'écran
back~up backup backup_copy save_a_copy | Backup Datensicherung Sicherungskopie Sicherheitskopie | copia_de_seguridad | sauvegarde sauvegarder
delete deletion erase wipe~data | löschen gelöscht Löschung Datenlöschung | borrar eliminar borrado | effacer supprimer effacement
recover~deleted undelete data_recovery restore~data get~data_back | wiederherstellen wiederhergestellt Wiederherstellung Datenrettung | restaurar recuperar_datos | restaurer récupérer_les_données
download downloadable save~offline downloaded | herunterladen heruntergeladen runterladen runtergeladen Download downloaden | descargar descarga bajarse | télécharger téléchargement
upload uploaded uploading | hochladen hochgeladen uploaden raufladen Upload | subir_archivo cargar_archivo | téléverser mettre_en_ligne
update updated software_update firmware_update latest_version | Update aktualisieren aktualisiert Aktualisierung updaten neueste_Version Softwareaktualisierung | actualizar actualización | mise_à_jour mettre_à_jour actualiser
`;
