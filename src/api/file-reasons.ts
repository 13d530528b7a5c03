import type { Lang } from '#i18n/language.ts'
import { LIMITS, MAX_REPORT_BYTES } from '#product/limits.ts'
import type { QuestionCode } from './file-question.ts'

const MEGABYTE = 1024 * 1024

/** `text`: what the file says, such as a title or a position. */
type Sentence = (text: string) => string

/** Why a file cannot be read, cannot be converted as it was chosen, or has nothing to convert. */
export type FileReason = keyof (typeof REASONS)['en']

/** The sentence of each reason. */
export const REASONS = {
  bg: {
    broken: () => 'Файлът е повреден или не е пристигнал цял. Изтеглете го или го запишете отново.',
    encrypted: () => 'Файлът е защитен с парола. Запишете го без парола.',
    bomb: () => 'Архивът се разархивира до твърде много данни и не беше отворен.',
    not_a_workbook: () => 'Файлът е наречен като таблица на Excel, но не е такава.',
    not_json: () => 'Файлът не е валиден JSON.',
    json_comment: () => 'В JSON файла има коментари, а в JSON те не са позволени. Премахнете ги.',
    json_comma: () => 'В JSON файла има излишна запетая в края на списък. Премахнете я.',
    too_wide: () => 'Файлът има твърде много колони или клетки.',
    xml_entities: () =>
      'Файлът определя свои XML същности (<!ENTITY …>), които не четем: в тях може да има имена или цени. Експортирайте го без тях.',
    xml_fault: (place) =>
      `XML файлът не е правилно съставен (${place}). Поправете го там или го изнесете отново.`,
    unsupported_type: (format) =>
      `Файлове от този вид${inBrackets(format)} не се четат. Приемат се CSV, Excel, OpenDocument, JSON, XML, DBF и HTML, също в ZIP и gzip.`,
    too_big: () => `Файлът е по-голям от ${LIMITS.fileBytes / MEGABYTE} MB. Разделете го на части.`,
    no_rows: () => 'Във файла няма редове.',
    json_items: (items) =>
      `Елементите на JSON списъка не са такива, каквито трябва да са: ${withItemProblems('bg', items)}.`,
    json_no_prices: () =>
      'В JSON файла не са намерени цени. Цената на всеки елемент трябва да е с ключ „price“.',
    no_list: () => 'Във файла няма таблица с цени.',
    too_slow: () =>
      'Файлът е твърде сложен и не можа да бъде обработен. Запишете го по-просто, например като CSV.',
    report_too_long: () =>
      `Отчетът от проверката би бил по-голям от ${MAX_REPORT_BYTES / MEGABYTE} MB. Разделете файла на части или съкратете заглавията на колоните.`,
    no_room: () =>
      'Във файла няма място за новите цени: такъв файл не може да има повече колони или по-дълги записи. Запишете го като XLSX или CSV.',
    no_file: () =>
      'В заявката няма файл. Изпратете го като цяло тяло на заявката или в полето „file“ на формуляр.',
    broken_form: () =>
      'Формулярът е повреден или не е пристигнал цял, или има повече от един файл, повече от едни настройки (recipe) или твърде много полета.',
    choice_in_form: (name) =>
      `Изборите не се четат от формуляра: изпратете „${name}“ като параметър в адреса на заявката.`,
    unknown_choice: (name) => `Няма параметър „${name}“. Повторен параметър се пише така: price=B&price=C.`,
    unknown_sheet: (names) => `Във файла няма такъв лист или списък (sheet). Има: ${names}.`,
    no_column: (column) => `Във файла няма колона „${column}“.`,
    same_title: (column) => `Повече от една колона има заглавие „${column}“. Посочете я с буква.`,
    title_or_position: (names) => {
      const [name, titled, other] = names.split('\n')
      return `„${name}“ е заглавие на една колона и буква или номер на друга. Посочете първата като „${titled}“, а втората като „${other}“.`
    },
    same_column: () => 'Колоните bgn и eur са една и съща, а двете цени са в две колони.',
    no_header_row: () => 'Файлът има по-малко редове от посочения в header.',
    recipe_misfit: (column) => `Настройките (recipe) не са за този файл: не отговаря колона „${column}“.`,
    invalid_recipe: () =>
      'Настройките (recipe) не могат да бъдат прочетени. Изпратете ги така, както са записани.',
    unknown_encoding: (name) => `Кодировката „${name}“ не е позната.`,
    unknown_delimiter: (name) =>
      `Разделителят „${name}“ не е познат. Възможни са comma, semicolon, tab и pipe.`,
    contradiction: () =>
      'Изборите си противоречат: mixed е за place=replace, а валутата на to и mixed трябва да е една и съща.',
    half_a_pair: () => 'Колоните bgn и eur се посочват заедно.',
    in_wanted_currency: () => 'Цените във файла вече са в желаната валута. Няма какво да се превалутира.',
    no_valid_price: () => 'Във файла няма цена, която може да се превалутира. Вижте коя колона е посочена.',
    no_second_price: (column) =>
      `Само колоната „${column}“ е с цени, така че няма втора цена, с която да се сравнят. Ако тя е в друга колона, посочете двете с bgn и eur.`,
    no_pairs: () => 'Във файла няма ред с цена и в лева, и в евро.',
    hundredths: (title) => `Цените в „${title}“ са в стотинки или центове, а такива не се проверяват.`,
  },
  en: {
    broken: () => 'The file is damaged or did not arrive completely. Download or save it again.',
    encrypted: () => 'The file is protected by a password. Save it without one.',
    bomb: () => 'The archive unpacks to too much data and was not opened.',
    not_a_workbook: () => 'The file is named as an Excel workbook and is none.',
    not_json: () => 'The file is not valid JSON.',
    json_comment: () => 'The JSON file has comments, which JSON does not allow. Remove them.',
    json_comma: () => 'The JSON file has a comma too many at the end of a list. Remove it.',
    too_wide: () => 'The file has too many columns or cells.',
    xml_entities: () =>
      'The file declares XML entities of its own (<!ENTITY …>), which are not read: names or prices may be in them. Export it without them.',
    xml_fault: (place) => `The XML file is not well-formed (${place}). Correct it there, or export it again.`,
    unsupported_type: (format) =>
      `Files of this kind${inBrackets(format)} are not read. CSV, Excel, OpenDocument, JSON, XML, DBF and HTML are, also in ZIP and gzip.`,
    too_big: () => `The file is larger than ${LIMITS.fileBytes / MEGABYTE} MB. Split it.`,
    no_rows: () => 'The file has no rows.',
    json_items: (items) =>
      `The items of the JSON list are not as they must be: ${withItemProblems('en', items)}.`,
    json_no_prices: () =>
      "No prices were found in the JSON file. The price of each item must be under the key 'price'.",
    no_list: () => 'The file has no table of prices.',
    too_slow: () =>
      'The file is too complex and could not be processed. Save it in a simpler form, such as CSV.',
    report_too_long: () =>
      `The report of the check would be larger than ${MAX_REPORT_BYTES / MEGABYTE} MB. Split the file, or shorten the titles of its columns.`,
    no_room: () =>
      'The file has no room for the new prices: its form cannot have more columns or longer records. Save it as XLSX or CSV.',
    no_file: () => "The request has no file. Send it as the whole body, or in the field 'file' of a form.",
    broken_form: () =>
      'The form is damaged or did not arrive completely, or has more than one file, more than one recipe, or too many fields.',
    choice_in_form: (name) =>
      `Choices are not read from the form: send '${name}' as a parameter in the address of the request.`,
    unknown_choice: (name) =>
      `There is no parameter '${name}'. One that is repeated is written so: price=B&price=C.`,
    unknown_sheet: (names) => `The file has no such sheet or list (sheet). It has: ${names}.`,
    no_column: (column) => `The file has no column '${column}'.`,
    same_title: (column) => `More than one column has the title '${column}'. Name it by its letter.`,
    title_or_position: (names) => {
      const [name, titled, other] = names.split('\n')
      return `'${name}' is the title of one column and the letter or number of another. Name the first '${titled}', the second '${other}'.`
    },
    same_column: () => 'bgn and eur name the same column, and the two prices are in two.',
    no_header_row: () => 'The file has fewer rows than the one named in header.',
    recipe_misfit: (column) => `The recipe does not fit this file: column '${column}' differs.`,
    invalid_recipe: () => 'The recipe could not be read. Send it as it was saved.',
    unknown_encoding: (name) => `The encoding '${name}' is not known.`,
    unknown_delimiter: (name) =>
      `The delimiter '${name}' is not known. It can be comma, semicolon, tab or pipe.`,
    contradiction: () =>
      'The choices contradict each other: mixed goes with place=replace, and the currencies of to and mixed must be the same.',
    half_a_pair: () => 'The columns bgn and eur go together.',
    in_wanted_currency: () =>
      'The prices of the file are in the wanted currency already. There is nothing to convert.',
    no_valid_price: () => 'The file has no price that can be converted. See which column was named.',
    no_second_price: (column) =>
      `Only the column '${column}' has prices, so there is no second price to compare with. If another column has it, name both with bgn and eur.`,
    no_pairs: () => 'The file has no row with a price both in lev and in euro.',
    hundredths: (title) => `The prices in '${title}' are in stotinki or cents, which are not checked.`,
  },
} satisfies Record<Lang, Record<string, Sentence>>

/** What is wrong with items of JSON, by the code that stands for it in the text: `2: price-missing`. */
const ITEM_PROBLEMS: Record<Lang, Record<string, string>> = {
  bg: {
    'not-an-object': 'не е обект',
    'currency-missing': 'липсва валута (currency)',
    'currency-unknown': 'валутата (currency) не е нито BGN, нито EUR',
    'price-missing': 'липсва цена (price)',
    'price-not-positive': 'цената (price) не е положително число',
    'name-not-text': 'името (name) не е текст',
    'name-too-long': 'името (name) е твърде дълго',
  },
  en: {
    'not-an-object': 'it is no object',
    'currency-missing': 'it has no currency',
    'currency-unknown': 'its currency is neither BGN nor EUR',
    'price-missing': 'it has no price',
    'price-not-positive': 'its price is no positive number',
    'name-not-text': 'its name is no text',
    'name-too-long': 'its name is too long',
  },
}

const withItemProblems = (lang: Lang, items: string): string =>
  items.replaceAll(/[a-z]+(?:-[a-z]+)+/g, (code) => ITEM_PROBLEMS[lang][code] ?? code)

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`)

/** The sentence of each question. The parameters that answer it are in `answers`. */
export const QUESTIONS = {
  bg: {
    price_column: () => 'Не е сигурно в коя колона са цените. Посочете я с price.',
    hundredths: (text) =>
      `Според „${text}“ цените са в стотинки или центове. Ако е така, посочете колоната с price и всяка сума се дели на 100.`,
    other_money: (text) =>
      `„${text}“ говори за други пари или единици, които не се превалутират. Ако цените все пак са в лева или евро, посочете колоната им с price.`,
    unit: (text) =>
      `Според „${text}“ цените или част от тях може да са в стотинки или центове. Ако всички са в цели лева или евро, посочете валутата с from, а ако трябва, и колоната с price; ако не са, първо ги запишете така.`,
    list: () => 'Във файла има няколко списъка. Посочете един от тях със sheet.',
    ambiguous_prices: (example) =>
      `„${example}“ може да е с десетични знаци или с хиляди, а файлът не го показва. Посочете го с ambiguous.`,
    currency: (text) =>
      `Не е сигурно в коя валута са цените: „${text}“ казва друго или само това. Посочете я с from, а за всички цени – с allIn.`,
    totals: (example) =>
      `Някои редове може да са сборове („${example}“). С totals кажете дали да се пропуснат (omit), или да се превалутират (keep).`,
    other_currency_present: () =>
      'Във файла вече има колона със същите цени в другата валута. Заменените цени биха били два пъти: изберете place=after или place=end.',
    both_currencies: () =>
      'В една колона има цени и в двете валути. С mixed кажете в коя да са всички или до всяка да пише валутата ѝ (mark).',
    no_room: () =>
      'Във файла няма място за нова колона. С place=replace новите цени са на мястото на старите.',
    pair_columns: () =>
      'Не е ясно кои колони са цената в лева и същата цена в евро. Посочете ги с bgn и eur.',
  },
  en: {
    price_column: () => 'It is not certain which column holds the prices. Name it with price.',
    hundredths: (text) =>
      `By '${text}' the prices are in stotinki or cents. If they are, name the column with price: each amount is divided by 100.`,
    other_money: (text) =>
      `'${text}' names other money or units, which are not converted. If the prices are in lev or euro all the same, name their column with price.`,
    unit: (text) =>
      `By '${text}' the prices, or some of them, may be in stotinki or cents. If all are in whole lev or euro, name the currency with from and, where it is asked, the column with price; if not, write them so first.`,
    list: () => 'The file has several lists. Name one of them with sheet.',
    ambiguous_prices: (example) =>
      `'${example}' can be read with decimals or with thousands, and the file does not tell. Say which with ambiguous.`,
    currency: (text) =>
      `It is not certain which currency the prices are in: '${text}' says another, or is the only one that does. Name it with from, or with allIn for every price.`,
    totals: (example) =>
      `Some rows may be totals ('${example}'). Say with totals whether to leave them out (omit) or to convert them (keep).`,
    other_currency_present: () =>
      'The file has a column of the same prices in the other currency already. Replaced prices would be there twice: choose place=after or place=end.',
    both_currencies: () =>
      'One column has prices in both currencies. Say with mixed which one all are to be in, or that each is to have its currency after it (mark).',
    no_room: () =>
      'The file has no room for another column. With place=replace the new prices are in place of the old ones.',
    pair_columns: () =>
      'It is not clear which columns hold the lev price and the same price in euro. Name them with bgn and eur.',
  },
} satisfies Record<Lang, Record<QuestionCode, Sentence>>
