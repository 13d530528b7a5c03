import { byCurrency } from '#money/currency.ts'
import { HUNDREDTHS as WORDS_OF_HUNDREDTHS, MINOR_UNITS, WORDS } from '#money/currency-words.ts'
import { WordPattern } from './word-pattern.ts'

/**
 * Letters of normalized titles, as the inside of a character class: few ranges, since each pattern compiles
 * them twice.
 */
const LETTERS = 'a-z\\u00df-\\u024f\\u0370-\\u052f'

export const wholeWords = (pattern: string): RegExp => new WordPattern(pattern, LETTERS)

/** Ranks of the kinds of price titles (docs/price-lists.md): the highest in a file is the price. */
export const RANKS = {
  selling: 100,
  place: 96,
  measure: 94,
  list: 93,
  bareCurrency: 92,
  /** The price without promotion: below the current price, above all others. */
  beforeDiscount: 91,
  net: 85,
  wholesale: 70,
  promotional: 60,
  cost: 40,
  old: 30,
  lineAmount: 20,
} as const

/** Words that name a price by themselves. */
export const PRICE_WORD = wholeWords(
  'цена|цени|цената|price|prices|pricing|cena|ceni|cenata|ц на|ед ц|прод ц|пр цена|п ц|п ц д|п к ц|к ц|ц дребно|ц на дребно|ц едро|ц на едро|цд|rrp|msrp|srp|пц|пцд|пкц|ппц|rsp',
)

/** The price of one product for any buyer; without other words the title of a selling price. */
export const SELLING_ADJECTIVE = wholeWords(
  'наш|наша|нашата|ваш|ваша|вашата|our|your|ea|now|сега|ед|един|единична|единичната|ед прод|единична продажна|прод|продажна|продажната|крайна|краен|редовна|редовната|нормална|' +
    'обичайна|стандартна|пълна|магазинна|клиентска|unit|each|selling|sell|sales|retail|regular|final|gross|normal|' +
    'standard|full|variant|edinichna|prodajna|prodazhna|redovna|kraina|krayna|дребно|на дребно|drebno',
)

/** No price, although `бруто` and `кг` occur in price titles. */
export const WEIGHT = wholeWords(
  '(?:бруто|нето|gross|net|netto) (?:кг|г|гр|kg|g|тегло|маса|weight)|(?:тегло|маса|weight) .*(?:бруто|нето|gross|net)',
)

/** Opposite of a net price; does not change the rank. */
export const GROSS_WORDS = wholeWords(
  '(?:с|със|вкл(?:ючено|ючен|ючва|ючваща?)?|с вкл(?:ючено|ючен)?) (?:(?:вкл(?:ючен|ючено)?|начислен|отчетен|добавен|калкулиран) )?(?:\\d+ ?% )?(?:ддс|dds|данък)(?: \\d+ ?%)?|(?:ддс|dds) вкл(?:ючено)?|' +
    '(?:incl|including|inc|with|w|plus incl) (?:of )?(?:vat|tax|taxes)|(?:vat|tax|taxes) (?:incl|included|inc|inclusive)|after (?:vat|tax)|бруто|gross|s dds',
)

export const NET_WORDS = wholeWords(
  '(?:без|извън|преди) (?:(?:вкл(?:ючен|ючено)?|начислен|отчетен|добавен) )?(?:\\d+ ?% )?(?:ддс|dds|данък|vat|tax)(?: \\d+ ?%)?|pre (?:vat|tax)|(?:ддс|dds) (?:не е вкл(?:ючено)?|невключено)|' +
    '(?:excl|excluding|exc|without|ex|no|w o|before|less) (?:of )?(?:vat|tax|taxes)|(?:vat|tax|taxes) (?:excl|excluded|exc)|' +
    'net|netto|нето|нетна|bez dds',
)

/** VAT that may or may not be included: `Цена/ДДС`, `Цена (ДДС 20 %)`. */
export const VAT_UNSAID = wholeWords('(?:\\d+ ?% )?(?:ддс|dds|vat|tax)(?: \\d+ ?%)?')

/** `с/без ДДС`: a title that says both. */
export const VAT_BOTH_WAYS = wholeWords(
  '(?:с|със) (?:и |или )?без (?:ддс|dds)|без (?:и |или )?с (?:ддс|dds)|(?:with|incl) (?:and |or )?(?:without|excl) (?:vat|tax)|(?:without|excl) (?:and |or )?(?:with|incl) (?:vat|tax)',
)

export const RETAIL_WORDS = wholeWords('дребно|retail|rrp|пцд|drebno')
/** Wholesale buyers and manufacturers. */
const PARTY =
  'търговец(?! на дребно)|търговци(?! на дребно)|дистрибутор|дистрибутори|препродавач|препродавачи|дилър|дилъри|партньор|партньори|производител|' +
  'manufacturer|dealers?|resellers?|distributors?|partners?'
/** Columns with these titles hold names, numbers or points, unless the title has a price word. */
export const NOT_ALONE = wholeWords(
  `${PARTY}|бонус|bonus|до момента|отменен[аи]|архивн[аи]|предх|оферта|offer|special|deal|card|club|vip|members?`,
)
export const WHOLESALE_WORDS = wholeWords(
  `едро|едрова|wholesale|bulk|търговска|дистрибуторска|дилърска|фабрична|ex works|trade|b2b|horeca|ho re ca|хорека|хо ре ка|партньорска|edro|${PARTY}`,
)
/** The manufacturer, as in 'manufacturer suggested price'. */
export const MAKER_WORDS = wholeWords('производител|производителя|manufacturer')
/** `над 10 бр`, `от 5 бр`, `5+ бр`: a price for larger quantities. */
export const QUANTITY_BREAK = wholeWords(
  '(?:над|от|при|мин|min|from|over) \\d+ (?:бр|броя|кг|л|pcs|units?)|\\d+ (?:бр|броя|pcs) и повече',
)

export const PROMOTIONAL_WORDS = wholeWords(
  `sale|special|специалн[аи]|promo(?:tion[${LETTERS}]*)?|промо(?:ци[${LETTERS}]*)?|намален[${LETTERS}]*|намаление|акци(?!з)[${LETTERS}]*|разпродаж[${LETTERS}]*|` +
    'discounted|reduced|offer|deal|clearance|outlet|оферта|офертна|(?:с|със|след) (?:\\d+ ?%? )?(?:търговска )?отст(?:ъпка)?|отстъпкова|discount price|member|members|членска|club|loyalty|card|бонус|bonus|' +
    'with discount|after discount|промокод|промо код|promo ?code|клубна|с карта|с клиентска карта|лоялна|vip|black friday|черен петък',
)
/** `цена без отстъпка`: the price without promotion. */
export const NO_PROMOTION = wholeWords(
  '(?:без|преди) (?:промо[^ ]*|намаление[^ ]*|отстъпк[^ ]*|отст|акция)|(?:without|before|excl|ex|w o) (?:discounts?|promo[^ ]*|sale)',
)
/** Adjectives that are a price title by themselves; the others need a currency or a price word. */
export const PRICE_ALONE = wholeWords(
  'единична|продажна|крайна|редовна|магазинна|клиентска|каталожна|базова|препоръчителна|ед прод|прод|на дребно|дребно|retail|selling',
)
export const COST_ALONE = wholeWords('cost|costs|себестойност|доставна|покупна|закупна|входяща')

/** Prepositions and conjunctions in titles, and words for one piece. */
export const CONNECTIVES = wholeWords('на|за|по|в|и|в т ч|с|na|za|for|per|in|incl|\\d+|бр|брой|pcs?|pieces?')

/** The price before a promotion can be the regular price or a former one. */
export const BEFORE_PROMOTION = wholeWords(
  '(?:преди|before) (?:промо[^ ]*|намаление[^ ]*|отстъпк[^ ]*|отст|discounts?|promo[^ ]*|sale)',
)

export const REGULAR_WORDS = wholeWords('редовна|regular|redovna')

export const COST_WORDS = wholeWords(
  'cost|costs|доставн[аи]|дост|отчетн[аи]|отч|(?:средно ?)?претеглен[аи]|закупуване|придобиване|изкупуване|складов[аи]|заводск[аи]|производствен[аи]|вносн[аи]|купува(?:ме)?|доставчик|factory|exw|fob|cif|вх|invoice|изкупн[аи]|покупн[аи]|закупн[аи]|входящ[аи]|входн[аи]|себестойност|фактурна|purchase|buying|buy|' +
    'landed|dost|dostavna|pokupna|(?:на|от) доставчик(?:а)?|supplier|vendor',
)

export const OLD_WORDS = wholeWords(
  'old|original|първоначалн[аи]|зачеркнат[аи]|задраскан[аи]|crossed|strikethrough|минал[аи]|миналогодишн[аи]|отменен[аи]|архивн[аи]|last year|предх|до момента|(?:цена|цени|price|prices) (?:до|until|till)(?! \\S)|стар[аи]|предишн[аи]|предходн[аи]|досегашн[аи]|бивш[аи]|compare at|was|previous|former|stara|преди промяната|(?:цена|цената|цени|price|prices) (?:преди|before)(?! \\S)|' +
    'най ниска|lowest|(?:последн[^ ]*|last|за) 30 (?:дни|дена|days)',
)
/** Bounds of a price are not the price. */
export const BOUND_WORDS = wholeWords('мин|минимална|min|minimum|minimal|макс|максимална|max|maximum|maximal')
export const NEW_WORDS = wholeWords('нов[аи]|new|актуалн[аи]|текущ[аи]|current|actual|nova')

/** The same amounts in the other currency, of prices or of lines. */
export const EQUIVALENT = wholeWords('равностойност|equivalent')

/** Line amounts: quantity times price. */
export const LINE_AMOUNT_WORDS = wholeWords(
  'стойност|ст ст|сума|суми|общо|всичко|обща|тотал|тотална|сумарна|value|amount|amounts|total|totals|subtotal|sum|extended|ext|stoynost|stoinost|suma|obshto',
)
/** The value or amount of one piece is its price. */
export const OF_ONE = wholeWords('ед|единична|единичната|unit|per unit|за брой|за бр|за 1 бр')

export const LIST_WORDS = wholeWords(
  'каталожн[аи]|каталог|базов[аи]|препоръчителн[аи]|препоръчана|препор|list|base|recommended|suggested|catalog|catalogue',
)

/** The price per unit of measure: a kilogram, a litre, a hundred grams. */
export const MEASURE_WORDS = wholeWords(
  '\\d+ ?г|(?:\\d+ )?(?:кг|килограма?|гр|грама?|л|литра?|литър|мл|м[23]?|метър|метра|кв м|куб м|тон|т|kg|kgs|kilo|kilogram|gr?|grams?|lit(?:re|er)s?|l|ml|m[23]?|sq ?m)',
)
/** The price of a pack of several. */
export const PACK_WORDS = wholeWords(
  'стек|стека|кашон|кашона|палет|кутия|кут|опаковка|опак|оп|пакет|пак|пк|чувал|руло|ролка|комплект|pack|pkg|package|box|case|carton|pallet|roll|set',
)
/** Next to a quantity an amount is that of several pieces. */
export const QUANTITY = wholeWords('количество|к во|кол|кол во|бр|брой|броя|quantity|qty|count')
const MONTH =
  'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември|january|february|march|april|may|june|july|august|september|october|november|december'
export const YEAR = wholeWords(
  `\\d{1,2} (?:${MONTH})(?: 20\\d\\d)?|(?:19|20)\\d\\d ?(?:г|год|година|г г)?|\\d{1,2} \\d{1,2} (?:20)?\\d\\d ?г?|\\d{1,2} 20\\d\\d`,
)

/** What, when or whom a price is for, without changing its kind. */
export const NEUTRAL_WORDS = wholeWords(
  `${MONTH}|към|от|до|след|днес|днешна|днешната|месец|сезон|настоящ[аи]|настоящата|действащ[аи]|важащ[аи]|валидна|бройка|бройки|единица|продукт|продукта|артикул|артикула|` +
    'стока|стоката|услуга|услугата|клиент|клиента|клиенти|потребителска|потребител|магазин|магазина|аптека|аптеката|обект|обекта|рафт|рафта|рафтова|етикет|етикетна|място|каса|касата|касова|продажба|продажбата|порция|порцията|порции|меню|менюто|гост|гости|вкъщи|ресторант|ресторанта|заведение|заведението|уебсайт|сайт|сайта|уеб|онлайн|' +
    'as|of|from|today|month|season|product|item|items|piece|pieces|pc|customer|customers|consumer|client|store|shop|web|website|site|online|shelf|menu|guest|guests|restaurant|serving|portion|pos|ed|krajna|variant|amount|value|вариант|стойност|сума|за бр',
)

/** Where or for whom a price is valid. */
export const PLACE_WORDS = wholeWords(
  '(?:в|във|при|за|на|at|in|for) (?:магазин[^ ]*|аптек[^ ]*|обект[^ ]*|склад[^ ]*|клиент[^ ]*|краен клиент|сайта|онлайн|заведени[^ ]*|ресторант[^ ]*|каса[^ ]*|store|stores|shop|client|clients|customer|customers)|онлайн|online',
)

/** A word after one of these is a condition of the price, not its subject: `цена с доставка`. */
export const CONDITIONS = wholeWords(
  '(?:с|със|без|вкл|включена|включен|с вкл|с включена|с включен|incl|including|excl|excluding|with|without) ' +
    '(?:доставка|транспорт|монтаж|депозит|амбалаж|екотакса|еко такса|продуктова такса|такса|такси|надценка|марж|акциз|delivery|shipping|transport|freight|deposit|packaging|installation|ecotax|fee|fees)|' +
    '(?:доставка|транспорт|delivery|shipping) (?:включена?|included)|към дата(?:та)?|as of date|франко[^ ]*|' +
    'валидн[аи] (?:днес|сега|в момента)|(?:valid|effective) (?:today|now)|(?:валидна|в сила) (?:от|до|за|към) \\d[\\d ]*г?|(?:valid|effective) (?:from|to|until|till|as of) \\d[\\d ]*|на продукта|на артикула?|на стоката?|на брой|per item|per product|per unit|item|product|' +
    'за (?:1 )?(?:бр|брой|единица|ед)|на (?:ед|единица|една) (?:мярка|мерна единица)|(?:по|от) етикет|към (?:днешна|текуща) дата|end (?:customers?|users?)|за краен клиент|с код|по ценоразпис|при наличност|и (?:доставка|транспорт|монтаж)|(?:за|при) (?:количество|кол|к во) 1(?![\\d ]*\\d)',
)

/** As the subject of a title these exclude a price, also next to a price word. */
export const NEVER_PRICE = wholeWords(
  `в сила|дат[аи]|датата|date|dates|валидн[${LETTERS}]*|valid|validity|effective|срок|количеств[${LETTERS}]*|к во|кол|кол во|quantity|qty|` +
    `код|кодов[еи]|кода|code|codes|sku|баркод|barcode|ean|upc|gtin|марка|brand|марж[${LETTERS}]*|margin|markup|надценка|надценк[${LETTERS}]*|` +
    `разлика|difference|diff|delta|промяна|промени|изменение|change|changes|отстъпк[${LETTERS}]*|отст|discount|discounts|rebate|процент|percent|` +
    `акциз|excise|куриер[${LETTERS}]*|courier|връщане|installation|wrap|конкурент[${LETTERS}]*|конкуренция[${LETTERS}]*|competitors?|гаранцият[${LETTERS}]*|доставк[${LETTERS}]*|delivery|shipping|транспорт[${LETTERS}]*|transport|freight|депозит[${LETTERS}]*|deposit|амбалаж[${LETTERS}]*|такс[аи][${LETTERS}]*|fee|fees|екотакса|ecotax|` +
    `вноска|вноски|instal?lment|ддс|vat|tax|taxes|данък|тип|вид|type|kind|груп[${LETTERS}]*|group|category|категория|категории|` +
    `валута|currency|мярка|мерна|unit of|uom|rule|rules|правило|id|ид|номер|number|rank|ранг|ниво|level|index|индекс|статус|status|state|` +
    `label|етикет|note|notes|бележка|бележки|забележка|коментар|comment|история|history|rating|рейтинг|текст|text|visible|видима|show|hide|` +
    `(?:fraction )?digits|decimals|precision|exponent|scale|version|position|varies|source|източник|име на|name|описание|description|наличност|stock|тегло|weight|точки|points|включена|included|starts|ends|start|end|` +
    `начало|край|листа|ценоразпис|гаранция|warranty|брой цени|count|активна|active|заключена|locked|файл|file|url|link|image|снимка`,
)

/** Weights as well as prices where nothing else is said. */
export const GROSS_OR_NET = /^(?:бруто|нето|gross|net|netto|bruto)$/

/** Customers or sources of a price that can be its whole title. */
export const PRICE_OR_ELSE =
  /^(?:(?:за )?(?:краен |кр |крайния )?клиент[аи]?|магазин|обект|store|shop|customer|end customer|листа|ценоразпис|(?:за )?(?:1 )?(?:бр|брой))$/

/** Payments for services; a price title only if the user says so. */
export const FEE_TITLE = /^(?:такса|тарифа|хонорар|fee|tariff|(?:(?:unit|hourly|room|daily) )?rate)(?: €)?$/

/** Numbers with decimals that are not money. */
export const ELSE_WORDS = wholeWords(
  'грамаж|разфасовка|обем|литри|тегло|ширина|височина|дължина|дебелина|диаметър|мощност|рейтинг|оценка|алкохол|калории|хранителн[^ ]*|' +
    'volume|rating|power|width|height|length|diameter|thickness|alcohol|calories|бр|броя|брой|pcs|units?|мин|min|max|макс|' +
    'координат[^ ]*|latitude|longitude',
)

const FEES = 'доставка|транспорт|депозит|такса|delivery|shipping|deposit|fee'

/** What is paid beside the price. */
export const FEE_WORDS = wholeWords(FEES)

/** Titles of columns with amounts or percentages that are not prices. */
export const AMOUNT_WORDS = wholeWords(`${FEES}|марж|надценка|отстъпка|намаление|margin|markup|discount`)

/** Titles of columns with text. */
export const TEXT_WORDS = wholeWords(
  'мярка|мерна единица|м ?ед|ед ?мярка|цвят|бележк[аи]|забележк[аи]|коментар|описание|марка|производител|категория|група|вид|тип|' +
    'материал|страна|произход|доставчик|обект|магазин|unit|colou?r|notes?|comments?|brand|maker|manufacturer|category|group|' +
    'type|material|country|origin|description|supplier|shop|store',
)

/** Titles of columns with words, in which no code is a number. */
export const WORDS_ONLY = wholeWords(
  'мярка|мерна единица|м ?ед|ед ?мярка|цвят|бележк[аи]|забележк[аи]|коментар|описание|материал|произход|uom|unit|units|colou?r|notes?|' +
    'comments?|material|origin|description',
)

/**
 * An unknown title with one of these words may name the selling price in a list that also has a price per
 * unit of measure.
 */
export const MAY_BE_PRICED = wholeWords(
  'ценоразпис|тарифа|клиент[^ ]*|потребител[^ ]*|брой|бройка|бр|brutto|бруто|магазин|tariff|rate|customer|piece|each',
)

/** A sentence about prices above or below a list. */
export const SENTENCE_WORDS = wholeWords(
  'са|sa|are|is|курс|курса|курсът|фиксиран[^ ]*|exchange rate|всички|цените|vsichki|all prices|ценова листа|ценоразпис|price list|pricelist|prices valid|вижте|моля|please',
)

export const CURRENCY_HEADERS: ReadonlySet<string> = new Set([
  'currency',
  'валута',
  'currency code',
  'код валута',
  'код на валута',
  'код на валутата',
  'curr',
  'cur',
  'вал',
  'price currency',
  'prices currency',
  'price currency code',
  'prices currency code',
  'валута на цената',
  'currency iso',
  'currency iso code',
  'iso currency',
  'iso currency code',
  'currency number',
  'currency numeric code',
  'numeric currency code',
  'валута код',
  'валута iso',
  'iso валута',
  'iso код на валута',
  'iso код на валутата',
  'парична единица',
  'variant currency',
  'валута цена',
  'ccy',
])

export const CURRENCY_WORDS = byCurrency((currency) => wholeWords(WORDS[currency].title))

const CENTS = `cents?|minor|${MINOR_UNITS}`

const OF_HUNDREDTHS = {
  ...byCurrency((currency) => {
    const { named, title } = WORDS_OF_HUNDREDTHS[currency]
    return `${named}|${title}|(?:${WORDS[currency].title}) (?:${CENTS})`
  }),
  either: CENTS,
}

/** Words for hundredths, by the currency that they are of. */
export const HUNDREDTHS = {
  ...byCurrency((currency) => wholeWords(OF_HUNDREDTHS[currency])),
  either: wholeWords(OF_HUNDREDTHS.either),
}

/** The end of a title, or of a part of it, that may say the same: `Цена на едро ст.`; a single letter says less. */
export const SHORT_HUNDREDTHS = new RegExp(
  `(?:^| )(?:${Object.values(WORDS_OF_HUNDREDTHS)
    .flatMap(({ named, short }) => [named, short])
    .join('|')})$`,
)
export const LETTER_OF_HUNDREDTHS = /(?:^| )c$/

/** The title of the unit of a price or of a product. */
export const UNIT_TITLE =
  /^(?:(?:price )?(?:units?|denomination)(?: of (?:measure|price))?|uom|(?:мерна )?единица(?: мярка)?|мярка|м ?ед|ед(?:иница)? ?мярка)$/

/** A whole title that names the hundredths of the column before it. */
export const HUNDREDTHS_ALONE = new RegExp(
  `^(?:в )?(?:${Object.values(WORDS_OF_HUNDREDTHS)
    .flatMap(({ named, short }) => [named, short])
    .join('|')})$`,
)

/** Currencies that are not converted, and thousands or hundredths of any. */
export const OTHER_MONEY = new RegExp(
  `(?!€)\\p{Sc}|${
    wholeWords(
      `${Object.values(OF_HUNDREDTHS).join('|')}|` +
        'usd|dollars?|[xх] ?10{2,6}|щ д|gbp|pounds?|chf|ron|lei|лей|леи|try|tl|лир[аи]|rsd|mkd|pln|czk|huf|rub|uah|cny|jpy|хил|млн|' +
        `thousands?|(?:долар|паунд|франк(?!о(?![а-я]))|динар|денар|руб|хиляд)[${LETTERS}]*`,
    ).source
  }`,
  'u',
)

/** The same in titles with a price word, by words that have other meanings too. */
export const OTHER_MONEY_OF_PRICE = wholeWords(
  'sek|nok|dkk|isk|cad|aud|nzd|hkd|sgd|ils|aed|inr|krw|bam|mdl|gel|kzt|byn|hrk|thb|zar|brl|egp|btc|zł|kč|kr|kn|din(?! ?\\d)|дин|lipa|' +
    'bani|grosz[ey]?|pfennige?|копейк[аи]|mln|mio|millions?|милион[а-я]*|гривн[аи]|злоти|йен[аи]|юан[аи]?|крон[аи]|форинт[аи]?|' +
    'k(?=$| ?(?:€|eur|euro|bgn|lv|leva|лв))|х(?= (?:лв|лева|евро|€))|(?<!\\d |\\d)000(?=$| ?(?:€|eur|евро|bgn|lv|лв))',
)

/** Abbreviations by their capital letters or full stop: `ден` is a day, `fr` a country, `ft` a foot, `km` a distance. */
export const OTHER_MONEY_SIGN =
  /(?:(?<=(?<!(?<!\p{L})(?:на|за)|\d)[\s(,])(?:[Дд]ен\.|S?[Ff]r\.|Ft|KM|RM|US)(?=$|[\s),.])|(?<!\p{L})SFr)(?!\p{L})/u
