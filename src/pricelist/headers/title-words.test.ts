import { expect, test } from 'vitest'
import * as titles from './header-words.ts'
import { NO_NAME } from './name-titles.ts'

const list = (words: string) => words.split('|')

/** Those of the words that a pattern does not find whole. */
const missed = (pattern: RegExp, words: readonly string[]) =>
  words.filter((word) => word.replace(pattern, '').trim() !== '')

test.each([
  [
    'a price',
    titles.PRICE_WORD,
    'цена|цени|цената|price|prices|pricing|cena|ceni|cenata|ц на|ед ц|прод ц|пр цена|п ц|п к ц|к ц|ц дребно|ц едро|цд|rrp|msrp|srp|' +
      'пц|пцд|пкц|ппц|rsp',
  ],
  [
    'a selling price',
    titles.SELLING_ADJECTIVE,
    'наш|наша|нашата|ваш|ваша|вашата|our|your|ea|now|сега|ед|един|единична|единичната|прод|продажна|продажната|крайна|краен|' +
      'редовна|редовната|нормална|обичайна|стандартна|пълна|магазинна|клиентска|unit|each|selling|sell|sales|retail|regular|final|' +
      'gross|normal|standard|full|variant|edinichna|prodajna|prodazhna|redovna|kraina|krayna|дребно|на дребно|drebno',
  ],
  [
    'a price without the word for it',
    titles.PRICE_ALONE,
    'единична|продажна|крайна|редовна|магазинна|клиентска|каталожна|базова|препоръчителна|ед прод|прод|на дребно|дребно|retail|' +
      'selling',
  ],
  ['retail', titles.RETAIL_WORDS, 'дребно|retail|rrp|пцд|drebno'],
  [
    'wholesale',
    titles.WHOLESALE_WORDS,
    'едро|едрова|wholesale|bulk|търговска|дистрибуторска|дилърска|фабрична|ex works|trade|horeca|ho re ca|хорека|хо ре ка|' +
      'партньорска|edro|търговец|търговци|дистрибутор|дистрибутори|препродавач|препродавачи|дилър|дилъри|партньор|партньори|' +
      'производител|manufacturer|dealer|dealers|reseller|resellers|distributor|distributors|partner|partners',
  ],
  [
    'buyers and points',
    titles.NOT_ALONE,
    'търговец|търговци|дистрибутор|дистрибутори|препродавач|препродавачи|дилър|дилъри|партньор|партньори|производител|manufacturer|' +
      'dealer|dealers|reseller|resellers|distributor|distributors|partner|partners|бонус|bonus|до момента|отменена|отменени|архивна|' +
      'архивни|предх|оферта|offer|special|deal|card|club|vip|member|members',
  ],
  [
    'a promotion',
    titles.PROMOTIONAL_WORDS,
    'sale|special|специална|специални|promo|промо|намаление|discounted|reduced|offer|deal|clearance|outlet|оферта|офертна|с отст|' +
      'с отстъпка|с търговска отст|с търговска отстъпка|със отст|със отстъпка|със търговска отст|със търговска отстъпка|след отст|' +
      'след отстъпка|след търговска отст|след търговска отстъпка|отстъпкова|discount price|member|members|членска|club|loyalty|card|' +
      'бонус|bonus|with discount|after discount|промокод|promocode|клубна|с карта|с клиентска карта|лоялна|vip|black friday|' +
      'черен петък',
  ],
  [
    'a cost',
    titles.COST_WORDS,
    'cost|costs|доставна|доставни|дост|отчетна|отчетни|отч|претеглена|претеглени|среднопретеглена|среднопретеглени|' +
      'средно претеглена|средно претеглени|закупуване|придобиване|изкупуване|складова|складови|заводска|заводски|производствена|' +
      'производствени|вносна|вносни|купува|купуваме|доставчик|factory|exw|fob|cif|вх|invoice|изкупна|изкупни|покупна|покупни|закупна|' +
      'закупни|входяща|входящи|входна|входни|себестойност|фактурна|purchase|buying|buy|landed|dostavna|pokupna|на доставчик|' +
      'на доставчика|от доставчик|от доставчика|supplier|vendor',
  ],
  [
    'a former price',
    titles.OLD_WORDS,
    'old|original|първоначална|първоначални|зачеркната|зачеркнати|задраскана|задраскани|crossed|strikethrough|минала|минали|' +
      'миналогодишна|миналогодишни|отменена|отменени|архивна|архивни|last year|предх|до момента|цена до|цена until|цена till|цени до|' +
      'цени until|цени till|price до|price until|price till|prices до|prices until|prices till|стара|стари|предишна|предишни|' +
      'предходна|предходни|досегашна|досегашни|бивша|бивши|compare at|was|previous|former|stara|преди промяната|цена преди|' +
      'цена before|цената преди|цената before|цени преди|цени before|price преди|price before|prices преди|prices before|най ниска|' +
      'lowest',
  ],
  ['a new price', titles.NEW_WORDS, 'нова|нови|new|актуална|актуални|текуща|текущи|current|actual|nova'],
  [
    'a bound of prices',
    titles.BOUND_WORDS,
    'мин|минимална|min|minimum|minimal|макс|максимална|max|maximum|maximal',
  ],
  [
    'a list price',
    titles.LIST_WORDS,
    'каталожна|каталожни|каталог|базова|базови|препоръчителна|препоръчителни|препоръчана|препор|list|base|recommended|suggested|' +
      'catalog|catalogue',
  ],
  [
    'the amount of a line',
    titles.LINE_AMOUNT_WORDS,
    'стойност|ст ст|сума|суми|общо|всичко|обща|тотал|тотална|сумарна|value|amount|amounts|total|totals|subtotal|sum|extended|ext|' +
      'stoynost|stoinost|suma|obshto',
  ],
  [
    'a measure',
    titles.MEASURE_WORDS,
    'кг|килограм|килограма|гр|грам|грама|л|литр|литра|литър|мл|м|метър|метра|кв м|куб м|тон|т|kg|kgs|kilo|kilogram|g|gr|gram|grams|' +
      'litre|litres|liter|liters|l|ml|m|sqm|sq m',
  ],
  [
    'a pack',
    titles.PACK_WORDS,
    'стек|стека|кашон|кашона|палет|кутия|кут|опаковка|опак|оп|пакет|пак|пк|чувал|руло|ролка|комплект|pack|pkg|package|box|case|' +
      'carton|pallet|roll|set',
  ],
  ['a quantity', titles.QUANTITY, 'количество|к во|кол|бр|брой|броя|quantity|qty|count'],
  [
    'nothing of the kind of a price',
    titles.NEUTRAL_WORDS,
    'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември|january|february|march|april|may|june|july|' +
      'august|september|october|november|december|към|от|до|след|днес|днешна|днешната|месец|сезон|настояща|настоящи|настоящата|' +
      'действаща|действащи|важаща|важащи|валидна|бройка|бройки|единица|продукт|продукта|артикул|артикула|стока|стоката|услуга|' +
      'услугата|клиент|клиента|клиенти|потребителска|потребител|магазин|магазина|аптека|аптеката|обект|обекта|рафт|рафта|рафтова|' +
      'етикет|етикетна|място|каса|касата|касова|продажба|продажбата|порция|порцията|порции|меню|менюто|гост|гости|вкъщи|ресторант|' +
      'ресторанта|заведение|заведението|уебсайт|сайт|сайта|уеб|онлайн|as|of|from|today|month|season|product|item|items|piece|pieces|' +
      'pc|customer|customers|consumer|client|store|shop|web|website|site|online|shelf|menu|guest|guests|restaurant|serving|portion|' +
      'pos|ed|krajna|variant|amount|value|вариант|стойност|сума|за бр',
  ],
  [
    'no price',
    titles.NEVER_PRICE,
    'в сила|дата|дати|датата|date|dates|valid|validity|effective|срок|к во|кол|quantity|qty|код|кодове|кодови|кода|code|codes|sku|' +
      'баркод|barcode|ean|upc|gtin|марка|brand|margin|markup|надценка|разлика|difference|diff|delta|промяна|промени|изменение|change|' +
      'changes|отст|discount|discounts|rebate|процент|percent|акциз|excise|courier|връщане|installation|wrap|competitor|competitors|' +
      'delivery|shipping|transport|freight|deposit|fee|fees|екотакса|ecotax|вноска|вноски|instalment|installment|ддс|vat|tax|taxes|' +
      'данък|тип|вид|type|kind|group|category|категория|категории|валута|currency|мярка|мерна|unit of|uom|rule|rules|правило|id|ид|' +
      'номер|number|rank|ранг|ниво|level|index|индекс|статус|status|state|label|етикет|note|notes|бележка|бележки|забележка|коментар|' +
      'comment|история|history|rating|рейтинг|текст|text|visible|видима|show|hide|source|източник|име на|name|описание|description|' +
      'наличност|stock|тегло|weight|точки|points|включена|included|starts|ends|start|end|начало|край|листа|ценоразпис|гаранция|' +
      'warranty|брой цени|count|активна|active|заключена|locked|файл|file|url|link|image|снимка',
  ],
  [
    'numbers that are no money',
    titles.ELSE_WORDS,
    'грамаж|разфасовка|обем|литри|тегло|ширина|височина|дължина|дебелина|диаметър|мощност|рейтинг|оценка|алкохол|калории|volume|' +
      'rating|power|width|height|length|diameter|thickness|alcohol|calories|бр|броя|брой|pcs|unit|units|мин|min|max|макс|latitude|' +
      'longitude',
  ],
  [
    'amounts that are no prices',
    titles.AMOUNT_WORDS,
    'доставка|транспорт|депозит|такса|марж|надценка|отстъпка|намаление|delivery|shipping|deposit|fee|margin|markup|discount',
  ],
  [
    'texts',
    titles.TEXT_WORDS,
    'мярка|мерна единица|мед|м ед|едмярка|ед мярка|цвят|бележка|бележки|забележка|забележки|коментар|описание|марка|производител|' +
      'категория|група|вид|тип|материал|страна|произход|доставчик|обект|магазин|unit|color|colour|note|notes|comment|comments|brand|' +
      'maker|manufacturer|category|group|type|material|country|origin|description|supplier|shop|store',
  ],
  [
    'what may be a price',
    titles.MAY_BE_PRICED,
    'ценоразпис|тарифа|брой|бройка|бр|brutto|бруто|магазин|tariff|rate|customer|piece|each',
  ],
  [
    'a sentence',
    titles.SENTENCE_WORDS,
    'са|sa|are|is|курс|курса|курсът|exchange rate|всички|цените|vsichki|all prices|ценова листа|ценоразпис|price list|pricelist|' +
      'prices valid|вижте|моля|please',
  ],
  [
    'no name',
    NO_NAME,
    'код|кода|code|id|ids|sku|баркод|barcode|ean|upc|gtin|isbn|номер|number|no|цена|price|количество|quantity|qty|мярка|category|' +
      'категория|категории|група|group|type|тип|вид|марка|brand|производител|manufacturer|доставчик|supplier|vendor|url|link|линк|' +
      'image|снимка|снимки|picture|photo|дата|date|тегло|weight|size|размер|color|цвят|tags|tag|meta|seo|stock|наличност|статус|' +
      'status|партида|магазин|store|обект|file|user|customer|клиент|клиента|фирма|company|валута|currency|стойност|сума|total|брой|' +
      'count|sort|order|position|parent|shipping|tax|ддс|length|width|height',
  ],
  [
    'a price with VAT',
    titles.GROSS_WORDS,
    'с ддс|със ддс|вкл ддс|включено ддс|включен ддс|включва ддс|включващ ддс|включваща ддс|с вкл ддс|с включено ддс|с включен ддс|' +
      'с начислен ддс|с отчетен ддс|с добавен ддс|с калкулиран ддс|с dds|с данък|с 20 % ддс|ддс вкл|ддс включено|dds вкл|incl vat|' +
      'including tax|inc taxes|with vat|w tax|plus incl vat|incl of vat|vat incl|tax included|taxes inc|vat inclusive|after vat|' +
      'after tax|бруто|gross|s dds',
  ],
  [
    'a price without VAT',
    titles.NET_WORDS,
    'без ддс|извън ддс|преди ддс|без вкл ддс|без включен ддс|без включено ддс|без начислен ддс|без отчетен ддс|без добавен ддс|' +
      'без dds|без данък|без vat|без tax|без 20 % ддс|pre vat|pre tax|ддс не е вкл|ддс не е включено|ддс невключено|excl vat|' +
      'excluding tax|exc taxes|without vat|ex tax|no vat|w o vat|before tax|less vat|excl of vat|vat excl|tax excluded|taxes exc|net|' +
      'netto|нето|нетна|bez dds',
  ],
  [
    'VAT both ways',
    titles.VAT_BOTH_WAYS,
    'с без ддс|с и без ддс|с или без ддс|със без ддс|без с ддс|без и с dds|без или с ддс|with without vat|with and without tax|' +
      'incl or excl vat|incl excl tax|without with vat|without or with vat|excl and incl tax',
  ],
  [
    'a weight',
    titles.WEIGHT,
    'бруто кг|нето г|gross kg|net g|netto гр|бруто тегло|нето маса|net weight|тегло бруто|маса нето|weight gross|weight in net',
  ],
  [
    'larger quantities',
    titles.QUANTITY_BREAK,
    'над 10 бр|от 5 броя|при 10 кг|мин 5 л|min 5 pcs|from 5 units|over 10 unit|10 бр и повече|5 броя и повече|5 pcs и повече',
  ],
  [
    'no promotion',
    titles.NO_PROMOTION,
    'без промоция|преди промо|без намаление|преди отстъпка|без отстъпки|без отст|преди акция|without discount|before discounts|' +
      'excl promo|ex promotion|w o sale',
  ],
  [
    'a date',
    titles.YEAR,
    '2026|1999|2026 г|2026г|2026 год|2026 година|5 май|5 май 2026|1 5 2026|1 5 26|01 05 2026 г|5 2026|1 януари|1 февруари|' +
      '1 март|1 април|1 май|1 юни|1 юли|1 август|1 септември|1 октомври|1 ноември|1 декември|1 january|1 february|1 march|1 april|' +
      '1 may|1 june|1 july|1 august|1 september|1 october|1 november|1 december',
  ],
  ['connections', titles.CONNECTIVES, 'на|за|по|в|и|с|na|za|for|per|in|incl|12|бр|брой|pc|pcs|piece|pieces'],
  ['makers', titles.MAKER_WORDS, 'производител|производителя|manufacturer'],
  ['a regular price', titles.REGULAR_WORDS, 'редовна|regular|redovna'],
  ['a converted amount', titles.EQUIVALENT, 'равностойност|equivalent'],
  ['one piece', titles.OF_ONE, 'ед|единична|единичната|unit|per unit|за брой|за бр|за 1 бр'],
  [
    'a cost without the word for a price',
    titles.COST_ALONE,
    'cost|costs|себестойност|доставна|покупна|закупна|входяща',
  ],
  [
    'a time before a promotion',
    titles.BEFORE_PROMOTION,
    'преди промо|преди промоция|преди намаление|преди намалението|преди отстъпка|преди отст|before discount|before discounts|' +
      'before promotion|before sale',
  ],
  ['weights or prices', titles.GROSS_OR_NET, 'бруто|нето|gross|net|netto|bruto'],
  ['buyers who may have a price', titles.MAY_BE_PRICED, 'клиент|клиенти|потребител|потребители'],
  [
    'a price or something else',
    titles.PRICE_OR_ELSE,
    'клиент|клиенти|клиента|краен клиент|за краен клиент|кр клиент|крайния клиент|магазин|обект|store|shop|customer|end customer|листа|' +
      'ценоразпис|бр|брой|за бр|за 1 бр|1 брой',
  ],
  [
    'a fee',
    titles.FEE_TITLE,
    'такса|тарифа|хонорар|fee|tariff|rate|unit rate|hourly rate|room rate|daily rate|fee €|такса €',
  ],
])('READ-01 · words of titles for %s', (_, pattern, words) => {
  expect(missed(pattern, list(words))).toEqual([])
})

test('READ-01 · words of titles for conditions of a price', () => {
  const nouns =
    'доставка|транспорт|монтаж|депозит|амбалаж|екотакса|еко такса|продуктова такса|такса|такси|надценка|марж|акциз|delivery|shipping|' +
    'transport|freight|deposit|packaging|installation|ecotax|fee|fees'
  const before =
    'с|със|без|вкл|включена|включен|с вкл|с включена|с включен|incl|including|excl|excluding|with|without'
  const others =
    'доставка включена|транспорт включен|delivery included|shipping included|към дата|към датата|as of date|франко|валидна днес|' +
    'валидни сега|валидна в момента|valid today|effective now|валидна от 1 5 2026|в сила до 1 5|валидна за 2026|в сила към 1 5 26г|' +
    'valid from 1 5|effective to 1 5|valid until 1 5|effective till 1 5|valid as of 1 5|на продукта|на артикул|на артикула|на стоката|' +
    'на брой|per item|per product|per unit|item|product|за бр|за 1 бр|за брой|за единица|за ед|на ед мярка|на единица мярка|' +
    'на една мерна единица|по етикет|от етикет|към днешна дата|към текуща дата|end customer|end customers|end user|end users|' +
    'за краен клиент|с код|по ценоразпис|при наличност|и доставка|и транспорт|и монтаж|за количество 1|при кол 1|за к во 1'
  const conditions = [
    ...list(nouns).map((noun) => `с ${noun}`),
    ...list(before).map((word) => `${word} доставка`),
    ...list(others),
  ]
  expect(missed(titles.CONDITIONS, conditions)).toEqual([])
})
