"""Misspellings as data: common ones by name, and the everyday words that must never be taken for one.

Words are written folded (`markup.fold`). A word not listed here is a misspelling when it lies within reach of
a word of the lexicon (`gm.posts.spelling`).
"""

from typing import Final

COMMON: Final = {
    "pique": "pic pik pike picque pico piq",
    "piques": "pics piks pikes picques",
    "coeur": "coer ceur keur queur qeur koeur ceour kere cuer kor",
    "coeurs": "coers ceurs keurs queurs qeurs koeurs",
    "carre": "care",
    "carreau": "caro carro karo karro karreau carot carrot caraux carraux caraut",
    "carreaux": "caros carros karos karreaux carots",
    "trefle": "tref treff treffe trefe trefl treifle trifle",
    "trefles": "trefs treffs treffes trefes trefls",
    "heart": "hart harth",
    "hearts": "harts",
    "diamond": "dimond dymond dimand diamon",
    "diamonds": "dimonds dymonds dimands diamons",
    "club": "clover",
    "clubs": "clovers",
    "spade": "spaid",
    "spades": "spaids",
    "roi": "roie roix roy rwa roua",
    "rois": "roies roys",
    "dame": "damme dam",
    "dames": "dammes dams",
    "valet": "vallet valer vale",
    "valets": "vallets",
    "reine": "rene raine renne",
    "as": "ass asse las aas",
    "queen": "kween quen quean",
    "jack": "jak jaque",
    "joker": "jocker djoker",
    "double": "dble dbl",
    "triple": "tpl trpl",
    "sept": "cept sete",
    "cinq": "sinq cinc",
    "neuf": "nef noeuf",
    "huit": "uit wuit",
    "dix": "diss",
    "brelan": "brelant brelent berlan",
    "passe": "pase psse pasce passes",
    "passer": "paser passr",
    "jpasse": "jpase jpasses",
    "pose": "poz poze",
    "joue": "jou",
}
"""Common misspellings, by the word that is meant; some are everyday words that only a card makes suspect."""

VERBS: Final = frozenset(
    "passe passer jpasse pass passing pose poser joue jouer mets mettre jpose jjoue play playing".split()
)
"""The verbs of moves whose misspellings are corrected."""

EVERYDAY: Final = frozenset(
    """
        abces abe acces acer ache aches acne acre acres act acte actes acts age ages aie aies aine aines
        air aire aires airs ale ame ames ane anes ape apes are ate ave awe axe axes aye back backs barre
        barreau barreaux barres bass basse bath beans bed beth bets bilans blacks blank block boire bois
        booth bot bots boucles boue bouge bouges boules boulette breaks bred bretons brio broth brulant
        cadeau cadeaux cadre cadres caire came care carers cares carmes carpe carrie carries carry carve
        casse casser caveau cerveau cerveaux cette ceux choeur choeurs cine clay clue clues coche combles
        corbeau corbeaux couples cour cours crois cub cubs cuit cuits dale damn damnes damon damp dane
        dare dares date dates dax deces decue den dept dia diables diamant diamants did die dieux dif dig
        dim dime din dine ding dip dir dis dit div dive dives diy doi dome dose doser dou douanes doubled
        doubler doubling doublons doubly doubs doubted doubts douce douces douches doue doues douglas
        doutes doux drame drames dub dublin duc due dug duh dum dun duos dur dus eighth eighty elans
        epique epiques ets even face faces fair faire fairs fame fardeau fasse fed fesse feux feves fide
        fie fife fige fight fights file files fine fines fire fires fix fixe fixes flour foi foire foires
        fosse fou foul foules fouls fous fout freine fuit fur galets gen gets give gives goth greffes
        grilles grips hack hacks hair hairs hait hear heard hears hearty heat heats height heights hen
        hens heurts hit hits hive hose houblon houlette hui huis huitre huitres hunt hunts hurt hurts hut
        huts ice ing inne ireland ive ives jacky jarre jets jeux jock joie joke joked jokes joua jouera
        jouet jouez joug joui jouir joute kept kin kinds kink kinks knives lace lack lacks lair lame lames
        lasse lasser led len lens lets light lights line lines live lives loi loir loire lois lose loser
        loue louer lustres mace maire maires marre marteau marteaux mass masse masser mats meats mecs med
        meds meets melts men mens mers mess met meta meth metis mets meubles meuf meufs mine mines mix
        mixes moeurs moth moue moules muets naine name names nef nerf nerfs nets neuve nie night nights
        nike nique nobles noie noise noises noix none nose notres noue nouer nour nuire nuit nuits oeuf
        oeufs orioles ose oser oublies oue ours pace paces pack packs pacs padres pads paid paie paies
        pain paine pains paired paix pals pans paque paques par pare pari parie paris pars paso passa
        passee passera passes passeur passez past paste pats pause paws pay pays peine peines pen pens
        pese peser pets pine pines ping piquee piquer piquet piqure piqures pire pires pise piss pisse
        pisser pla plaire plan plat plays ply poe poire poires pois poke poker pole pope pore posa posed
        posee posera posez posh poste poster pote poules pour pours power pray prelats prose puits qua
        quai quais quarrel quarter quarters quartet quarts quay queer quetes quid quit quits quittes quo
        quotes race races rack racks rad rai rame rames rea read rec reds reed ref refine reflet reflets
        reflex regne regnes reid rein reins relais relays rem ren rend renie rep res resine ret retine rev
        rez rhine rid rifles rights ring rings ripley rips ris rive rives rob roc rod rods rogue rom roms
        ron ronge rose rot roti rouages roubles roue roues rough roule roules roulette route routes row
        rows ruine ruines sack sacks same sarre sax seat seats sect seen seine semen sen sens sent sert
        set sets sever sex sexes shade shades sia sic sid sides sie sig sight sights sil sim sin sine sing
        sings sip sir sis sit sites sizes slack slade slay slept soeur soeurs soi soir soirs sois souples
        sour space spaces spare squad squads squares stade stades stevens stripes strips suit suits swept
        tack tailles taire tame tan tao taree tasse taureau taureaux tea teas tee teen teens tees tel
        teles telles tels temples tend tends tenn tense tent tents tenu tenus ter terreau thee theres tho
        tien tight tights tiles tin ting tips tique tiques tiree tirees titles toiles toilet toilette ton
        tons tos tour tow trappes traps treble tree trees tresses tri trials tribes trie tries trim trip
        tripes tripped tristes troie troubles trous truffes tuiles vale valent valut veine veines ven vets
        veuf vine vines vive vives voir voire vois volet volets voue wed weight weights wen wept wight
        wine wines wing wings wives xix yen yens yeux zen
    """.split()
)
"""Frequent words of both languages within reach of a word for a card or a move: never misspellings of one."""
