import type { Language } from "../../readers/text/language-names.ts";

/** Words of any talk, in every form that people write: having or not having them tells little of what a question is about. */
export const GENERIC: Partial<Record<Language, string>> = {
  english: `
the a an and or but nor if than that this these those it its itself he him his himself she her hers herself they them their theirs themselves themself we our ours ourselves me my myself mine yourself
yourselves i am is are was were be been of at by for from in into on onto to with not as whereas whilst amongst among amid amidst beneath behind upon concerning considering till til lest provided
providing who whom whose whoever which whichever what whatever when whenever wherever wherein why how howsoever such did s t d m o y wth n weren hadn wouldn shouldn couldn mustn needn mightn oughtn
ain hadnt werent wouldnt shouldnt couldnt mustnt neednt mightnt aint shant hes shes theyre theyve theyll theyd weve wed youve youll youd itll itd theres heres whos lets couldve wouldve shouldve mustve
coulda woulda dunno gonna wanna gotta gimme lemme lemmi kinda sorta oughta outta lotsa ima innit cuz bc cus tho thru thx tnx thankyou ty tyvm tysm ta cheers plz plss plse wat wot wht wen wher wut abt
bout btw fyi asap asaply imo imho afaik iirc idk tbh tbf ngl fwiw lol lmao rofl omg omfg wtf ffs smh irl rn atm tmrw tmr tomoz tomorow tommorow tommorrow yesturday tonite cya pm ppl peeps sth smth sb
somethin everythin nothing alot aswell abit incase infact eachother everytime anytime sometime someday oneday atleast alright allright allrite aight defo deffo def probs prob prolly obvs obv soz sry
srry sory apols rly realy relly wich wether becasue definately definatly definetly seperate seperately recieve recieved recieving untill dosent didint thier hav hv havn havin bein doin goin comin
gettin makin takin lookin thinkin somthing yer yall ye yep yup yeah yea yah nah nope okey okie k kk oki ie eg etc ect aka approx appx circa ca min mins hr hrs wk yr yrs eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions dozen dozens fourth fifth sixth seventh
eighth ninth tenth eleventh twelfth fifteenth th nd rd secondly firstly lastly twofold jan feb aug sep sept oct nov dec mon tue tues thu thur thurs fri mondays tuesdays wednesdays thursdays fridays
saturdays sundays weekday weekdays weekend weekends noon midday midnight tonight mornings evenings nights afternoons fortnight fortnights decade decades minutes seconds moments whiles nowadays onwards
absolute awfully terribly horribly incredibly hugely highly greatly largely considerably substantially significantly slightly somewhat fairly partly partially barely hardly scarcely merely thoroughly
entirely fully perfectly precisely roughly approximately ish surprisingly strangely oddly interestingly sadly thankfully luckily fortunately happily ideally preferably potentially presumably
supposedly allegedly seemingly evidently surely truly seriously sincerely frankly naturally necessarily technically practically virtually effectively essentially primarily principally overall
altogether alltogether respectively separately specifically namely typically commonly frequently regularly occasionally rarely seldom constantly continuously consistently repeatedly forever initially
originally previously formerly lately shortly suddenly gradually slowly instantly promptly straightaway meanwhile meantime afterwards afterward thereafter beforehand subsequently ultimately
nonetheless nevertheless moreover furthermore likewise similarly conversely alternatively consequently accordingly thereby regardless irrespective anyways somehow nowhere elsewhere nearby upwards
downwards forwards backwards sideways inwards outwards wise budgetwise timewise moneywise pricewise easily nicely badly poorly mistakenly accidentally deliberately intentionally kindly politely
carefully conveniently appropriately sufficiently reasonably comparatively relatively super mega reckon reckons reckoned reckoning tries attempt attempts attempted attempting intend intends intended
intending intention intentions aim aims aimed aiming manages managed managing ends ended ending turns turned turning figure figures figured figuring occur occurs occurred occured occurring obtain
obtains obtained obtaining dealt dealing handled handling tend tends tended tending wish wishes wished wishing hoped hopes hoping hopeful consider considers considered happening proceed proceeds
proceeded proceeding continue continues continued continuing remain remains remained remaining involve involves involved involving concern concerns concerned depend depends depended depending ensure
ensures ensured ensuring describe describes described describing mention mentions mentioned mentioning suggest suggests suggested suggesting recommend recommends recommended recommending
recommendation recommendations advise advises advised advising clarify clarifies clarified clarifying clarification inform informs informed informing explained explains explaining explanation
explanations provide provides require requires required requiring requirement requirements avoid avoids avoided avoiding struggle struggles struggled struggling achieve achieved achieving needing
needed lacking owns owned owning grab grabs grabbed grabbing popped popping heading headed finds finding found gives giving gotten asks says saying tells telling knows knew known knowing thinks
thought thoughts likes liked liking loves loved loving lovely hate hates hated hating enjoy enjoys enjoyed enjoying making putting puts taking took sees seeing hears listening buys buying ordered
arrives arriving starts starting begins beginning begun stopped runs ran reads writes writing sits sat stood fell receives receiving keeps keeping waits lives stays stayed staying meets helps helping
helpful unhelpful becomes becoming understands understood understanding misunderstand misunderstood misunderstanding decides deciding planning believes believed believing seemed seeming appeared
appearing presume assumes assumed assuming imagines imagined imagining guesses guessed guessing doubt doubts doubted doubting doubtful expects expecting expectation expectations noticing notices
realize realized realizes realising realizing discover recall recalls recalled remembered remembering remembers suspect suspects suspected suspecting bothering bothered bothers minds minding mattered
matters exists existed existing consist consists belong belongs belonged compares preferred prefers preferring chooses choosing picking picks selected selecting relate relates related relating affect
affects affected affecting caused causes causing meaning meanings stated stating carried sorted sorting sorts search searches searched searching googled googling seek seeks seeking lookup looked rely
relies relied relying appreciate appreciates appreciated appreciating appreciation grateful thankful pardon apologies apologizing dare ought willing keen eager fond glad pleased delighted excited
disappointed disappointing dissapointed frustrated frustrating annoying angry mad upset confused confusing confuses puzzled puzzling clueless unsure uncertain unclear unaware desperate desperately
hurry rushed freaking freaked stressed stressful hesitant embarrassed embarrassing surprised surprising shocked shocking amazed impressed ordinary unusual uncommon everyday typical generic difference
differences differ differs alike identical equivalent comparable suited suitability appropriate inappropriate adequate inadequate decent reasonable unreasonable sensible acceptable unacceptable
satisfactory fantastic amazing awesome brilliant excellent wonderful fabulous beautiful fancy posh nicer nicest finest greater greatest biggest larger largest tiny smallest huge enormous massive vast
longest shortest tallest newest newer latest oldest youngest eldest cheapest quickest slowest earliest soonest nearest closest furthest farther highest lowest easier easiest harder hardest simpler
simplest worst strangest weird weirder weirdest strange odd peculiar funny silly stupid dumb ridiculous crazy bizarre horrible terrible awful nasty pathetic useless pointless lousy crappy shitty shite
damn damned freakin fuckin fuck fucking fucked bollocks hell gosh goodness argh ugh urgh meh bah phew wow woah yay hooray oops whoops oopsie ouch eh ehh ah ahh aha ahem oh ohh ooh hm hmm hmmm hmmmm
mhm mmm um umm ummm uh uhh uhm uhmm er erm errm errr huh hah ha haha hehe xd xxx hiya heya helo helloo yo oi greetings goodmorning goodevening goodafternoon goodnight goodbye bye byebye farewell
regards sir madam mister mr mrs welcome nevermind particularly truth reality correctly incorrectly incorrect specific particulars precise accurate accurately rough broad obvious apparent clearer
definite thorough necessary unnecessary crucial important importance irrelevant relevant relevance significant considerable substantial major slight minimal sufficient insufficient ample plenty
plentiful numerous multiple varied varying diverse miscellaneous respective aforementioned upcoming forthcoming initial eventual ultimate continuous constant frequent brief briefly brandnew favourite
favourites favorite favorites fav popular wellknown famous preferable worthwhile worth worthy useful realistic tricky tougher complicated complex complicate straightforward effortless lucky unlucky
fortunate unfortunate unfortunatly unfortunatley dull interesting unexpected unexpectedly spontaneous spontaneously item items bloke blokes chap chaps lad mates mate buddy folk folks user users
persons lady gentleman gentlemen girls boys customer customers advice hint hints clue clues detail details detailed list lists listed option options possibilities possibility impossible alternative
alternatives purposes ways piece pieces bits chunk lots tons handful tad issue issues query queries questions situation situations scenario scenarios circumstance circumstances instance instances
occasion occasions chance chances opportunity opportunities odds likelihood probability levels level extent sides aspect aspects topic topics thingy whatnot category categories kinds types variety
varieties quantity quantities amounts numbers majority minority remainder places area areas surroundings vicinity neighbourhood neighborhood goal goals effort efforts impression opinion opinions
assumption assumptions knowledge reasons basis examples cases problems troubles difficulties difficulty hassle hassles mistake mistakes fuss facts stories background context contexts joke jokes joking
kidding favour favours favor favors answer answers answered answering responded responding word words sentence sentences talks talked chatting chatted discuss discussed discussing conversations spoke
speaking birthday birthdays holiday vacation mums mom moms dads daddy grandma grandmas grandad grandpa gran grandparents grandson granddaughter nephew niece cousin auntie aunties aunty brothers
sisters sons daughters husbands wifes wives hubby fiance girlfriend girlfriends boyfriend boyfriends bf gf partner flatmate flatmates roommate roommates housemate housemates neighbours neighbor
neighbors colleagues coworker coworkers relatives relative families acquaintance acquaintances stranger strangers surprise surprises thoughtful visited travelled drove walked grew slept accordance
aside alongside lieu behalf contrary apiece whereabouts apropos barring excluding albeit unlike granted supposing unable opposite newbie overly enquire enquiry enquiries enquiring inquire inquiry
inquiries inquiring forgets forgetting fits gotcha advisable hopefuly thanking thankz beside oclock
`,
  german: `
der die das den dem des dessen deren denen derer ein eine einen einem einer eines eins einige einigen einiger einiges kein keine keinen keinem keiner keines keins ich du er sie es wir mich dich sich
uns mir dir ihm meins deins seins ihrs unsers meines seine seinen seinem seiner seines ihres eures dies diese dieser diesen diesem dieses jene jedem jedermann jederzeit manche mancher manches manchen
manchem mehrere mehreren mehrerer mehreres irgendeine irgendeinen irgendeinem irgendeiner irgendeines irgendeins irgendwer irgendwen irgendwem irgendjemand irgendjemanden irgendwohin irgendwoher
irgendetwas niemanden niemandem allem aller allerlei allerhand allesamt derjenige diejenige dasjenige diejenigen denjenigen derjenigen selber derselben denselben demselben einander miteinander
voneinander nacheinander zueinander aneinander aufeinander auseinander durcheinander gegeneinander untereinander und oder aber sondern dass daß wenn weil da ob als indem sodass demnach folglich
infolge somit dennoch jedoch dagegen hingegen wogegen nämlich ebenso ebenfalls gleichfalls genauso obgleich wenngleich zumal insofern soweit soviel sowieso sogar desto umso je anstatt anstelle anhand
aufgrund auf an am in im ins ans aufs beim vom von zum zur zu für fürs durch durchs um ums übers unters vors hinters vorm hinterm überm unterm aus ausm aufm aufn ausn mitm mit beiner inner innem nem
ner nen ne nes n s nich nicht net hinter entlang oberhalb unterhalb außerhalb angesichts hinsichtlich betreffend zwecks mittels mithilfe dank zufolge gemäß abzüglich zuzüglich einschließlich inklusive
exklusive ausschließlich pro per via seitens gegebenenfalls andernfalls ansonsten sonst sonstwas sonstwie sonstwo sonstige jedenfalls keinesfalls keineswegs allenfalls bestenfalls nichtsdestotrotz
immerhin wohl nun dahin daher dahinter daneben darin darüber darum darunter dazwischen dadurch daraufhin daraus draus drum drunter drüben drinnen draußen hierbei hierfür hiermit hierzu hierauf
hierüber hiervon hierher hierhin hierzulande wobei worin worüber worum wovon wovor wozu wonach weswegen hinein hinaus herein heraus herunter herauf hinauf hinüber heran herum hinterher hinzu dorthin
woanders anderswo nirgendwo überallhin vorbei voran voraus vorwärts zurecht unterwegs obendrauf nebenan nebenbei nebenher gen ohnehin eh freilich einigermaßen folgendermaßen ausgerechnet ausdrücklich
ausnahmsweise beispielsweise möglicherweise vorzugsweise idealerweise üblicherweise glücklicherweise unglücklicherweise dummerweise netterweise freundlicherweise fälschlicherweise versehentlich
versehen bedauerlicherweise zwangsläufig zufällig zufälligerweise theoretisch prinzip effektiv vergleichsweise beziehungsweise teilweise teils weitgehend überwiegend vorwiegend hauptsächlich
insbesondere speziell vorallem zumeist durchaus stets ständig dauernd niemals jemals wiederum wiederholt mehrmals öfter öfters häufig häufiger erneut nochmals nocheinmal nochma diesmal jedesmal
diesbezüglich dementsprechend entsprechend stattdessen zunächst erstmal erstma anfangs zuvor vorerst vorläufig inzwischen mittlerweile unterdessen zwischendurch zwischenzeitlich zeitweise zeitlich
zeitnah letztendlich letztlich schließlich schlussendlich endgültig unverzüglich umgehend unmittelbar prompt gleichzeitig zeitgleich vorhin soeben unlängst jüngst letztens seither damals heutzutage
heut heuer jetze etzt jetz jz sehr ziemlich recht äußerst höchst ausgesprochen wahnsinnig unglaublich unheimlich irre mega total halbwegs verhältnismäßig allzu zuviel zuwenig soviele wievielte
wievielten wievielter gar garnicht garnichts garkein garkeine garnet kaum fast nahezu beinahe annähernd schätzungsweise ca grob lediglich bloß einzig mindest maximal optimal perfekt restlos vollkommen
rundum rundherum derartige keinerlei vielerlei etwaige gewiss zweifellos unbedingt womöglich vermutlich anscheinend scheinbar offenbar offensichtlich voraussichtlich hoffentlich gottseidank umgekehrt
vielmehr vielleich vieleicht villeicht ehrlich übrigens apropos jawohl lieber liebsten ungern ungerne vergeblich absichtlich unabsichtlich ernsthaft deutlich klar selbstverständlich klaro null elf
zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hunderte tausende million millionen dutzende
zwo fuenf zwoelf fünfzehnten erstens zweitens drittens viertens viertel dreiviertel anderthalb eineinhalb zweieinhalb halbe halben halber halbes hälften mehrheit vielzahl großteil jänner jan feb apr
aug sep sept okt nov dez montags dienstags mittwochs donnerstags freitags samstags sonnabend sonntags samstage sonntage wochentag wochentage wochenenden wochenends morgens mittags abends nachts
nachmittags vormittags tagsüber mitternacht abende nächte tages jahres jahren monats monaten minuten sekunde sekunden augenblick augenblicke moment momente weile zeiten zeitpunkt zeitpunkte frühjahr
anfang endes std min sek mo fr sa ist isses san seids sei warst wart gewesen werde wirst wurd wurden worden geworden würd würdest würdet hast ham haste hattest hattet gehabt hätt hättest kannst
kannste kanns konntest konntet könntest könntet darfst durfte durften durftest durftet dürftest musst mußt muß müßte müßten musste mussten mußte musstest musstet gemusst müsstest müßt sollst solltest
solltet sollts wolln willst willste wolltest mag magst mögt mögen mochte mochten möcht möchtest gemocht lässt laß lass lasst lasse ließ ließen ließe gelassen tust tu tuts getan gehe gehst ginge geh
gegangen kommst kam kommts kommste gibst gab gaben gäbe gegeben nimm nimmt nimmst nehm nehme nahm nahmen genommen sehe sehen seh siehst sah sahen weiss weißt weisst wisst wusste wussten wüsste gewusst
wußte find findet findest fand fanden gefunden findets lauf bleib bleibe bleibst blieben geblieben halte hältst hielt hielten gehalten heiße heißen heisst hieß denk denke denkst denkt dachten kenn
lieg liege liegen lagen gelegen sitz saß saßen steh stehe stehst standen gestanden spreche spricht sprach sprachen gesprochen treff treffe trifft traf trafen getroffen helf helfe hilft hilfst half
halfen geholfen lese liest las lasen schreibe schreibt schrieb schrieben geschrieben vergess vergesse vergisst vergaß vergaßen verstehe versteh verstehst versteht verstand verstanden bekam bekommst
kriegst bring bringst brachte brachten beginne beginnt begann begannen begonnen fange fängt fing fingen angefangen anfange anfängt höre hörst hört hörte aufgehört gelingt gelingen gelang gelungen
geschehen geschieht passieren passierte auftreten auftritt aufgetreten vorkommen vorkommt vorkam vorgekommen ergibt ergeben ergab entsteht entstehen zutrifft zutreffen zutreffend zutreffende besteht
bestehen betrifft betreffen handelt handeln handelte bezieht hängt abhängt abhängen abhängig unabhängig herausfinden herausgefunden rausfinden rausgefunden rausbekommen rauszufinden herauszufinden
hinbekommen zurechtkommen klarkommen klargekommen auskennen auskennt nachdenken nachgedacht überlegen überlegt geeignet beabsichtige beabsichtigen beabsichtigt vorhaben vorhabe vorhat entscheide
entscheidet entschied entschlossen anschauen angeschaut angucken angeguckt ansehen angesehen anzusehen anzuschauen nachschauen nachgeschaut nachsehen nachgesehen nachgucken umschauen umsehen umgesehen
googeln gegoogelt durchlesen durchgelesen nachlesen nachgelesen mitteilen mitgeteilt mitteilt mitzuteilen informieren informiert weiterhelfen weitergeholfen weiterhelft weiterhilft beantworten
beantwortet antworten antwortet geantwortet antwort nachfragen nachgefragt erkundigen erkundigt erfahren erfahre erfährt feststellen festzustellen feststelle herausstellen herausgestellt herausstellt
klären geklärt klärt empfehlen empfehle empfiehlt empfehlt empfohlen empfehlung empfehlungen empfehlenswert vorschlagen vorgeschlagen vorschlag vorschläge vermeiden vermeidet vermieden beachten
beachte beachtet beachtung berücksichtigen berücksichtigt aufpassen dazugehören dazugehört dazukommen dazukommt hinzukommt verhalten befinden befindet befindest befand befinde erscheint erschien
scheinen aussehen aussieht aussah ausgesehen klingt klingen klang wirkt kennenlernen kennengelernt mitbekommen mitgekriegt mitbekam gings bemühen bemüht vorgehen vorgehe vorzugehen weitergehen
weitergeht losgeht losgehen losging hinzukommen herkommen hingehen hingehe hingeht hinzugehen hinwill hinmuss rankommen rankomme kaufte kaufst bestellte bestellten ankam verbringen verbracht erlebt
erlebte freuen freut gefallen gefällt gefiel gefielen liebe nerven nervt nervte aufgeregt ärgert wünscht wünschen hoffen hofft befürchte befürchtet sorge sorgen zweifel schätze ahnung vermute erinnere
erinnern erinnert erinnerst gewohnt lohnt lohnen bräuchte bräuchten zeigt lieblings allerbeste allerbesten allererste allerersten nagelneu nagelneue brandneu brandneue brandneuen brandneuer brandneues
prima okee supi cool interessant interessante interessanten interessanter interessantes spannend spannende nervig nervige nervigen mühsam umständlich umständliche unverschämt scheiße scheiss scheiß
mist verdammt verdammte blöder unfassbar unglaubliche unglaublichen miserabel blödsinn quatsch ding dinge dinger dings dingens dingsbums zeug krams kerl kerle typ typen kumpel bekannte bekannten
bekannter freunden freundes freundinnen kollegen kollegin nachbarn nachbarin mitbewohner mitbewohnerin personen verwandte verwandten verwandter brüder schwestern söhne mütter väter mama mutti papa
papas oma opa großmutter großvater großeltern enkel enkelin tante onkel cousin cousine neffe nichte schwiegermutter schwiegereltern ehemann ehefrau partner partnerin herr herrn mädel mädels mädchen
familien chefin boss angabe angaben auskunft auskünfte möglichkeit möglichkeiten variante varianten alternative alternativen liste listen detail details einzelheit einzelheiten umstand umstände
umständen vorgang vorgänge fälle fällen gründe gründen ideen option optionen chance chancen gelegenheit gelegenheiten situation situationen fragestellung anliegen angelegenheit angelegenheiten thema
themen themas hinweis hinweise hinweisen tipp tipps ratschlag ratschläge info infos information informationen zweck absicht absichten wunsch wünsche hinsicht weise weisen zusammenhang aspekt aspekte
eigenschaft eigenschaften unterschied unterschiede unterschieden vergleich vergleiche vergleichen ebene ebenen niveau umfang menge mengen stück kategorie kategorien beispiele probleme problemen
schwierigkeit schwierigkeiten pech glück zufall irrtum missverständnis versehens eindruck eindrücke meinung meinungen gefühl gefühle gedanke gedanken überlegung überlegungen vermutung vermutungen
verständnis bedeutung sinn interesse interessen ursache bezug aufwand mühe versuch versuche plan pläne planung wörter worte wort orte orten gegend gegenden umgebung ecke kunde kunden kundin kundinnen
nutzer nutzern nutzerin user anwender geburtstag geburtstage geburtstags bday urlaub urlaubs tach geschichten alltag überrascht hallöchen hey helo moinmoin grüezi gruezi grüzi grüß grüss grüße grüßen
gruß gruss grüßgott geehrte geehrter geehrten geehrtes lieben liebes herzliche herzlichen herzlichst herzlich freundlich freundliche freundlichen freundlicher freundliches mfg lg vg glg tschüss tschüs
tschüß adieu wiedersehen wiederhören bitteschön dankeschön dankend dankbar bedanke bedanken bedankt dankt thx thanks merci vielen verzeihung verzeihen entschuldigung entschuldigen entschuldigt
entschuldige sorry sry sorri pardon pls plz please bitt vorab jo jup yes yep yeah nö nee nä na naja tja jaja ok okey oki hm hmm hmmm hmmmm mh ähm oh ach achso ah aha oha ohje ojeh oje hä ey lach freu
haha hahaha hehe lol rofl omg wtf xd ups wow gell gelle gelt wahr bzw evtl vllt vlt viell vl ggfs usw etc zb bsp bspw dh d inkl exkl zzgl bzgl betr sog bes insb spätestens frühestens möglichst
schnellstmöglich schnellstens baldmöglichst bestmöglich bestmögliche bestmöglichen asap btw fyi iwie iwo iwas iwann eig eigtl eigentl eigendlich wsl normalerweiße warscheinlich vorraus
vorraussichtlich ebend dannach ausserdem ausser ausserhalb aussen heissen bissl bissi bisserl bißchen bischen nochn sone son gibs gäbs hättste biste weißte obse obs wenns moechte moechten koennen
koennt koennte koennten koenntet muessen muesst muesste muessten duerfen duerft duerfte wuerde wuerden haette haetten waere waeren fuer ueber gegenueber natuerlich ungefaehr naechste naechsten
naechster spaeter frueher laenger grosse grossen grosses gross schoen schoene dafuer wofuer hierfuer darueber worueber zurueck taeglich moeglich moeglichkeit moeglichkeiten maerz bloss strasse
aehnlich ähnlichem spaet fruehestens spaetestens hoechstens voellig waehrend persönlich persönliche persönlichen allgemeinen großen kleinen neuem neuer neues altes scho nenne nennen nennt genannt
gekannt simple simplen simples simpler uhr gewöhnliche gewöhnlichen gewöhnlicher gewöhnliches gewöhnlichem ungewöhnlich übliche üblichen üblicher übliches üblichem normale normalen normaler normales
normalem verschiedenen verschiedener verschiedenes verschiedenem unterschiedliche unterschiedlichen unterschiedlicher unterschiedliches unterschiedlichem unterschiedlich bestimmten bestimmter
bestimmtes bestimmtem gewissen gewisser gewisses gewissem folgenden folgender folgendes folgendem folgend passenden passender passendes passendem geeignete geeigneten geeigneter geeignetes geeignetem
entsprechende entsprechenden entsprechender entsprechendes entsprechendem sonstigen sonstiger sonstiges sonstigem jeweilige jeweiligen jeweiliger jeweiliges jeweiligem jetzige jetzigen jetziger
jetziges jetzigem heutige heutigen heutiger heutiges heutigem vorherig aktuelle aktuellen aktueller aktuelles aktuellem momentane momentanen momentaner momentanes momentanem derzeitige derzeitigen
derzeitiger derzeitiges derzeitigem bisherige bisherigen bisheriger bisheriges bisherigem zukünftige zukünftigen zukünftiger zukünftiges zukünftigem zukünftig ganzen ganzer ganzes ganzem gesamte
gesamten gesamter gesamtes gesamtem komplette kompletten kompletter komplettes komplettem vernünftige vernünftigen vernünftiger vernünftiges vernünftigem vernünftig sinnvolle sinnvollen sinnvoller
sinnvolles sinnvollem sinnvoll ordentlich anständig nette netten netter nettes nettem nett schöne schönen schöner schönes schönem schön tolle tollen toller tolles tollem toll wunderbare wunderbaren
wunderbarer wunderbares wunderbarem wunderbar komische komischen komischer komisches komischem komisch seltsame seltsamen seltsamer seltsames seltsamem seltsam merkwürdige merkwürdigen merkwürdiger
merkwürdiges merkwürdigem merkwürdig blöde blöden blödes blödem blöd dumm doof ärgerliche ärgerlichen ärgerlicher ärgerliches ärgerlichem ärgerlich schlimme schlimmen schlimmer schlimmes schlimmem
schlimm schrecklich nötige nötigen nötiger nötiges nötigem notwendige notwendigen notwendiger notwendiges notwendigem notwendig wichtige wichtigen wichtiger wichtiges wichtigem eventuelle eventuellen
eventueller eventuelles eventuellem mögliche möglichen möglicher mögliches möglichem genaue genauen genauer genaues genauem genau exakte exakten exakter exaktes exaktem exakt richtigen richtiger
richtiges richtigem falschen falscher falsches falschem falsch korrekte korrekten korrekter korrektes korrektem korrekt konkrete konkreten konkreter konkretes konkretem konkret spezielle speziellen
spezieller spezielles speziellem allgemeine allgemeiner allgemeines allgemeinem allgemein generelle generellen genereller generelles generellem komplizierte komplizierten komplizierter kompliziertes
kompliziertem kompliziert schwierige schwierigen schwieriger schwieriges schwierigem schwierig leichte leichten leichter leichtes leichtem simpel letztes letztem nächster nächstes nächstem vorige
vorigen voriger voriges vorigem vergangene vergangenen vergangener vergangenes vergangenem vergangen kommende kommenden kommender kommendes kommendem kommend altem kleiner kleines kleinem großer
großes großem gute guter gutes gutem schlechte schlechten schlechter schlechtes schlechtem langen langer langes langem lang kurze kurzen kurzer kurzes kurzem beliebige beliebigen beliebiger beliebiges
beliebigem beliebig einzige einzigen einziger einziges einzigem einzelnen einzelner einzelnes einzelnem zahlreich zusätzliche zusätzlichen zusätzlicher zusätzliches zusätzlichem übrige übrigen übriger
übriges übrigem übrig ausreichende ausreichenden ausreichender ausreichendes ausreichendem ausreichend typische typischen typischer typisches typischem typisch schnelle schnellen schneller schnelles
schnellem langsame langsamen langsamer langsames langsamem späte späten spätes spätem frühe frühen frühes frühem dringende dringenden dringender dringendes dringendem froh glücklich gemütliche
gemütlichen gemütlicher gemütliches gemütlichem gemütlich spontan ständige ständigen ständiger ständiges ständigem häufige häufigen häufiges häufigem seltene seltenen seltener seltenes seltenem selten
sämtliche sämtlichen sämtlicher sämtliches sämtlichem irgendwelche irgendwelchen irgendwelcher irgendwelches irgendwelchem diverse diversen diverser diverses diversem echte echten echter echtes echtem
tatsächliche tatsächlichen tatsächlicher tatsächliches tatsächlichem wirkliche wirklichen wirklicher wirkliches wirklichem völlige völligen völliger völliges völligem absolute absoluten absoluter
absolutes absolutem absolut riesige riesigen riesiger riesiges riesigem riesig winzig besondere besonderen besonderer besonderes besonderem gleichen gleicher gleiches gleichem ähnliche ähnlichen
ähnlicher ähnliches ähnlich vergleichbare vergleichbaren vergleichbarer vergleichbares vergleichbarem vergleichbar solchen solcher solchem solch gewünschte gewünschten gewünschter gewünschtes
gewünschtem gewünscht anderem erster erstes erstem zweiten zweiter zweites zweitem dritte dritten dritter drittes drittem vierte vierten vierter viertes viertem viert fünfte fünften sechste sechsten
siebte siebten achte achten neunte neunten zehnte zehnten welchen welchem vieler vieles vielem wenige wenigen weniges wenigem mehrerem beider beidem einigem besten bester bestes meiste meister meistes
größte größten größter größtes kleinste kleinsten kleinster kleinstes neueste neuesten neuester neuestes neuste neusten neustes älteste ältesten jüngste jüngsten längste längsten kürzeste kürzesten
schnellste schnellsten schnellster schnellstes günstigste günstigsten günstigster günstigstes billigste billigsten billigstes höchste höchsten niedrigste niedrigsten schönste schönsten einfachste
einfachsten einfachstes wichtigste wichtigsten wichtigstes größere größeren größerer größeres kleinere kleineren kleineres neuere neueren neueres ältere älteren älterer älteres jüngere jüngeren
jüngeres längere längeren längeres kürzere kürzeren kürzeres schnellere schnelleren schnelleres höhere höheren höheres schönere schöneren schöneres einfachere einfacheren einfacheres bessere besseren
besserer besseres versucht versuchte versuchten wünschte hoffte hofften gehofft glauben glaubt glaubte geglaubt meint meinte meinten gemeint fragte fragten sage sagte sagten gucke gucken guckt guckte
geguckt schaut schaute geschaut fühlen fühlt fühlte fühlten gefühlt merke merken merkt merkte merkten gemerkt bemerke bemerken bemerkte überlege überlegte plane plante geplant benötige benötigen
benötigt benötigte erledige erledigen erledigt erledigte kümmern kümmert wundern wundert interessiere interessieren interessiert interessierte interessierten erkläre erklären erklärt erzähle erzählen
erzählt bedeute bedeuten bedeutete bedeuteten passe passte passten gepasst gehöre gehören gehörte probiere probieren probiert probierte schaffe schaffen schafft schaffte schafften geschafft
beschäftige beschäftigen beschäftigt zeige zeigte zeigten gezeigt stellte legte gelegt nutzte genutzt benutzt benutzte brauchten machte machten handhaben handhabt vermuten vermutet vermutete
vermuteten kapieren erwähne erwähnen erwähnt holte geholt bestelle
`,
  spanish: `
el la los las lo un una uno unos unas xfa xfavor porfa porfavor porfis al del de a ante con desde en hacia para según tras mediante pa pal y e o u ni pero sino mas que si como cuando donde pues así
entonces yo tú tu él ella ello nosotros nosotras vosotros vosotras ellos ellas me te se nos os le les mí ti conmigo contigo consigo mi mis tus su sus nuestro nuestra nuestros nuestras vuestras mío mía
míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas este esta esto estos estas ese esa eso esos esas aquel aquella aquello aquellos aquellas cual cuales cuáles quien quienes cuyo cuya cuyos cuanto
cuanta cuantos cuantas adonde tanto tanta tantos tantas tan tal tales alguno alguna algunos algunas algún ningún ninguno ninguna nada nadie cada cualquier cualquiera ambos ambas varios varias demás
otras mismos mismas propia propios propias todas cierto cierta ciertos ciertas mejores peores mayor mayores menor menores nuevos nuevas viejos viejas vieja grandes gran pequeña pequeños pequeñas buen
buena bueno mal mala malos malas fáciles difíciles rápida rápidos rápidas lenta últimos últimas próximos próximas segunda segundos tercer tercero tercera cuarta quinto quinta sexto once doce trece
catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento cientos mil miles millón millones docena docenas mitad tercio
cero primeros primeras primer ene feb abr jun jul ago sept oct nov dic lun mié jue vie sáb sabado miercoles domingos sábados fin noches tardes mañanas anoche anteayer madrugada mediodía medianoche
momento momentos momentito rato ratito instante primavera otoño mediados principios actualmente recientemente últimamente anteriormente inmediatamente enseguida pronto ahorita recién todavía aún jamás
nunca apenas generalmente habitualmente diariamente simplemente solamente sólo únicamente exclusivamente exactamente precisamente aproximadamente prácticamente básicamente completamente totalmente
absolutamente parcialmente relativamente bastante demasiado demasiada demasiados demasiadas harto extremadamente particularmente principalmente seguramente posiblemente supuestamente aparentemente
evidentemente obviamente naturalmente desafortunadamente sinceramente honestamente personalmente concretamente específicamente fácilmente rápidamente lentamente correctamente igualmente igual tampoco
quizá ojalá encima debajo delante detrás enfrente alrededor adelante atrás adentro afuera allá acá ahí lejos aparte incluso inclusive excepto salvo respecto referente acerca debido manera maneras modo
modos soy eres es somos sois son era eran fue fueron sea sean seas ser siendo sido sería serían será estoy estás está estamos estáis están estaba estaban estuvo estar esté estado estaría he has ha
hemos habéis han había habían haber hubo habrá habría haya hayan hayas habido tenemos tienes tenía tener tenido tuve tuvo tendrá tendríamos tenga tengan tengas puedes podemos poder podía podré podrá
podrán podríamos podrían pueda puedan podido quieres quiere queremos queréis quieren querer quería queríamos querían quisiéramos querido quiera debo debes debe debemos debéis deben deber debería
deberíamos deberían voy vas va vamos vais van iba íbamos ir iré iría ido vaya fui fuimos hice hizo haciendo hecho haré hará harán haga haces hacemos hacía sabes sabe sabemos sabéis saben sabrá sabría
sepa sepan digo dices dice dicen decís dijo dijeron dije dicho diga digan dígame dinos diciendo doy da das damos dio dado dé darme pongo pone ponen poner puse puso puesto ponga venir vengo viene
vienen venimos venido ver veo ves ve vemos ven viendo vi encontrar encuentro encuentra encontré encontrado encuentran buscar busco buscando buscado necesitamos necesitan necesitas necesitar
necesitaría deseo desea deseamos desean desear gustan gusta gustado encanta encantado intento intenta intentando intentado intenté tratar trato trata tratando conseguir conseguido conseguí obtener
ocurre ocurrir ocurrió pasa pasó pasado pasan pase existe existen consiste depende dependiendo depender suele suelen solía parecen parecía parecer creer creemos creía crees pienso pensar pensando
pensaba pensamos piensa pensado supongo esperaba esperamos entiendo entiende entendido entienden recuerdo recordar recuerda olvidé olvidado explicar explica explicarme explicación indicar indica
indicarme informar información info infos aconsejar recomendar recomienda recomendación recomendaciones consejo consejos responder respuesta respuestas preguntar pregunto preguntando pregunté
preguntas duda dudas comentar averiguar decidido resulta resultar queda quedan quedado quedamos llevo lleva llevamos llevan dejar deja dejan seguir sigo sigue siguen empieza empiezan acabar acabo
acaba terminar termina terminan utilizar utilizo utiliza usar usa usamos usando requiere evitar afecta significa refiero relacionado ayudarme compré comprado compramos llegó llegado recibí recibido
normal normales habitual habituales común comunes raro rara raros raras extraño extraña general generales particular distinto distinta distintos distintas diferente diferentes diferencia diferencias
parecido parecida similar similares iguales adecuado adecuada adecuados adecuadas conveniente necesario necesaria necesarios necesarias suficientes concreto concreta determinados específico específica
exacto exacta correcto correcta posibles imposible probable verdad verdadero verdadera real actual actuales reciente recientes anterior anteriores siguiente siguientes posterior futuro pasada pasados
entero entera completo completa principal principales importante importantes urgente interesante bonito bonita bonitos bonitas lindo linda genial geniales perfecto perfecta horrible terrible fatal
complicado complicada sencillo sencilla simple simples contento harta preocupado preocupada interesado interesada favorito favorita favoritos enorme enormes ejemplos casos razones motivo motivos ideas
problemas tema temas asunto asuntos cuestión cuestiones detalle detalles lista listas opción opciones alternativa alternativas posibilidad posibilidades oportunidad situación situaciones circunstancia
circunstancias finalidad propósito tipos cantidad cantidades montón montones partes nivel niveles aspecto aspectos lados lugares sitio sitios plan palabra palabras cosita cositas tío tía tíos tías
chico chica chicos chicas señor señora señores señorita personas amigas vecino vecina vecinos compañero compañera compañeros colega colegas jefe jefa novio novia esposo mamá papá mami papi abuelo
abuela abuelos hermana hermanas hermanos primo usuario usuarios cliente clientes cumpleaños cumple cumples vacaciones saludos cordial atentamente estimado estimada estimados querida queridos adiós
chao chau abrazo disculpa disculpe disculpas perdón perdona perdone amable amables amablemente agradezco agradecería agradecido antemano ok okey okay venga oye mira mire mirar miro eh ay ah uy uf oh
jo mierda ben em hmm hm mmm jaja jajaja jeje jejeje xd lol omg stp plis pls please sorry thx muchisimas muchísimas muchísimo mogollón q k xq pq porq porke ke qe kiero kien cn tb tmb tmbn tbn bn dnd
cdo cuand ntp d x toy ta na nop aki alla asi aun dias ultimo ultima proximo proxima facil dificil rapido numero despues ademas quizas tambien aqui alli ahi atras algun ningun razon segun podria
podrian podeis teneis querria seria estaria tendria habria deberia gustaria estan minutos medios perdon adios informacion opcion situacion cuestion tambn aunke habeis demas detras poquito poquita
pocos poca pocas par pares resto etc etcétera etcetera aprox vs versus nº sr sra srta ud uds vd vds pd
`,
  french: `
le la les l un une des de du d au aux à a en y et ou ni mais or donc si que qu comme lorsque puisque tandis alors afin pourquoi dont par pour vers depuis dès hors sauf selon malgré envers parmi durant
via outre jusque concernant suivant environ voici voilà dessus dessous ci ça ca cela ceci ce cet cette ces c j je tu t il elle on nous vous ils elles me m te se s moi toi lui leur leurs eux soi mon ma
mes ton ta tes son sa ses notre nos vôtre celui celle ceux celles chacun chacune chaque aucun aucune nul quelques certains certaine certaines certain plusieurs tel telle tels telles toutes mêmes
auquel lequel laquelle lesquels lesquelles duquel desquels rien n ne pas jamais guère nan ouais ouaip oué nope suis es est sommes êtes sont étais était étaient serai sera serais serait seraient sois
soit soyez étant être as ont avais avait avions aviez avaient aurai aura aurez auront aurais aurait ayez avoir vas va vais allons allez vont allais allait aller irai ira allé aille aillent faisons
faites font fera ferez ferait pouvons pouvoir pouvais pouvait pu pourra pourrai pourrez pourront pourrait pourrions pourraient puisse veut voulons voulez veulent vouloir voulu voudrions voudriez
veuillez devons devez doivent devoir devait dû devra devrai devrais devrait devriez devraient faudra faudrait falloir sait savons savez savent sache dit disait dirait donne donnes donné prends prend
prennent prendre pris mets met mettent mettre viens vient viennent venir venu trouve trouvent trouver trouvé trouvez cherche chercher cherché voir vois voit voyez voient connaître connais connaissez
connaît pense pensez penser pensé pensons croit croyez sembler semblent paraît parait souhaite souhaiterais souhaiterait souhaiter aime aimez aiment aimer aimerait aimerions préfère essaie essaye
essayé arrives arrivent arriver arrivé arrivés arrivait obtenir obtenu obtient réussir réussi passé passent existe existent exister consiste dépend dépendant signifie concerner concerne demandé
proposer proposent propose proposé explique expliquer expliquez explication explications indiquer indiquez indiqué indique informer informé conseillez conseil conseils recommandez recommander
recommandations répondre répondez réponse réponses renseigner renseignement renseignements compris comprends comprend comprenez oublié oublie décidé décide devient commencé commence finir fini finit
restent tient utiliser utilise utilisé utilisons utilisent servir sert servent éviter nécessaire nécessaires acheté achetée achetés commandé commandée reçois laisser laissé sentir parlé parle lu
regarder regarde aidez aidé permettre permet permettent onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent cents mille million millions douzaine dizaine dizaines
centaine centaines moitié second seconde secondes troisième quatrième premiers premières zéro derniers dernières prochains prochaines nouveaux nouvelles nouvel vieille vieilles vieil grands grandes
petits petites meilleure meilleurs meilleures mauvaise mauvaises bon bonne bons bonnes faciles difficiles rapides janv févr fevr avr juil oct nov déc lun ven sam dim weekend weekends we matins matinée
soirs aprem aprèm midi minuit journée journées instant instants moment moments minutes fois automne bientôt aujourd hui actuellement récemment dernièrement auparavant immédiatement aussitôt tantôt
longtemps souvent rarement régulièrement fréquemment habituellement généralement éventuellement finalement simplement uniquement exclusivement exactement précisément pratiquement quasiment quasi
complètement totalement entièrement absolument relativement plutôt trop tellement tant autant davantage extrêmement particulièrement spécialement principalement notamment sûrement certainement
apparemment évidemment naturellement malheureusement heureusement sincèrement honnêtement franchement personnellement concrètement facilement rapidement lentement correctement vite mal également
pareil pareille pareils idem pourtant cependant néanmoins toutefois ainsi sinon peutêtre autrement ailleurs partout quelquepart part delà loin autour devant derrière travers lors propos grâce façon
façons manière manières sorte sortes genre genres normal normale normaux normales habituel habituelle habituels habituelles ordinaire ordinaires bizarre étrange différent différente différents
différentes différence différences similaire similaires approprié appropriée convenable convient suffisant suffisante suffit suffisamment précis précise précises exact exacte correct correcte
possibles impossible probable vrai vraie vrais réel réelle actuel actuelle actuels actuelles récent récente récents précédent précédente précédents suivante suivants suivantes futur future passée
entier entière principal principale principaux important importante importants importantes urgent urgente intéressant intéressante beau belle beaux belles sympa sympas sympathique chouette génial
géniale super parfait parfaite horrible terrible compliqué compliquée content contente déçu énervé inquiet intéressé intéressée favori favorite préféré préférée préférés énorme énormes divers diverses
multiples truc trucs machin exemples problèmes raisons idées types thème sujet sujets détail détails liste listes option options alternative alternatives possibilité possibilités opportunité situation
situations circonstance circonstances but quantité tas niveau niveaux aspect aspects côtés endroits lieux info infos information informations mec copain copine copains copines monsieur madame
messieurs mr mme mlle garçon personnes voisin collègue collègues époux épouse fiancé fiancée maman papa mamie frères sœur sœurs cousin client cliente clients utilisateur utilisateurs anniversaire
anniv vacances slt bjr bsr coucou cc yo allo allô re salutations cordialement cordiales bise bises bisous bisou revoir excuse excuser excusez pardon désolé désolée désolés dsl remercie remercier
remercions remerciements stp sil plait amicalement agréer chère ok okay okey dac daccord oh ah eh euh heu heuu hum hmm hm bah ben beh bof hein hé hey wow mdr lol ptdr xd haha hihi omg wtf pls please
thx sorry pk pq pkoi pr pcq parceque bcp qd qqn qqch qqc qlq tjs tjrs tt ts ds jsuis jai jsais chui chuis cest ct ya yaurait yatil nya ki ke koi kel kelle keske kan keskil estce estil g bn bcoup
toujour plusieur biensur dailleurs jaimerais jvoudrais dabord quil quils quon nest na nai etc càd cad env etre etes etais etait etaient tres apres deja meme memes voila tot decembre fevrier aout annee
annees aussitot bientot probleme problemes mere pere frere premiere derniere deuxieme troisieme reponse reponses possibilite different differente differents interesse prefere detail details desole
evidemment generalement recemment eventuellement
`,
};
