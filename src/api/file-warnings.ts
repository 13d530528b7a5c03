import type { Lang } from '#i18n/language.ts'

/** A code of what is to be known about a file that was converted or checked. */
export type FileWarning = keyof (typeof FILE_WARNINGS)['en']

/** What each code means. The server does not compile with a code that is not here, nor without one that is. */
export const FILE_WARNINGS = {
  bg: {
    'currency-assumed': 'Никъде не пише валута и е приет левът.',
    'prices-not-read': 'Някои цени не се четат: не са превалутирани и не са платени.',
    'totals-omitted': 'Редовете със сборове не са броени като цени и не са платени.',
    'other-currency-present': 'Във файла вече има колона с тези цени в другата валута.',
    'pairs-differ': 'Във файла има двойки цени в лева и в евро, които не си отговарят.',
    'other-price-columns': 'И други колони може да са с цени; те не са превалутирани.',
    'other-sheets': 'И в други листове може да има цени; те не са превалутирани.',
    'statement-kept': 'Извън новите цени още е посочена старата валута: променете я на ръка.',
    'extension-differs': 'Разширението на файла не отговаря на съдържанието; прочетен е според съдържанието.',
    'rows-cut': 'Файлът не е прочетен докрай, затова нищо не е заменено.',
    'undecodable-bytes': 'Някои байтове не са знаци в кодировката на файла.',
    'realigned-bytes': 'Във файла в UTF-16 липсваха или имаше излишни байтове; поправени са.',
    'formula-cells': 'Има текст, който програма за таблици би изчислила като формула; не е променен.',
    'records-differ': 'Броят на записите, посочен в DBF файла, не е този на записите в него.',
    'no-room': 'В DBF файла няма място за ново поле.',
    'entries-unread': 'Някои файлове в архива не са прочетени.',
    'not-kept': 'Файл от този вид се връща като XLSX: със стойностите и формулите, без оформлението.',
    'placed-at-end': 'До старите цени няма място за новите, затова те са накрая.',
    'formulas-kept': 'Цените се изчисляват с формули и не са заменени: новите са в отделна колона.',
    'currency-shared':
      'И други цени са във валутата от същата колона, затова нищо не е заменено: новите цени са накрая.',
    'currency-around':
      'Валутата е посочена веднъж за всички цени в списъка, затова нищо не е заменено: новите цени са накрая.',
    'hundredths-kept':
      'Цените са в стотинки или центове, а новите не са, затова нищо не е заменено: новите цени са накрая.',
    'both-kept': 'Цените вече ги има и в другата валута, затова нищо не е заменено: новите цени са накрая.',
    'lists-kept': 'Цените в другите списъци във файла са останали в старата валута.',
    'unread-kept': 'Сред заменените цени тези, които не се четат, са останали в старата валута.',
    'title-kept':
      'Заглавие на заменени цени, или формат на суми, които формули пресмятат от тях, още назовава старата валута.',
    'totals-kept':
      'Сборовете, за които не е сигурно, че събират само заменени цени в една валута, остават в старата валута.',
    'rest-waiting': 'Други цени още не са превалутирани, затова нищо не е заменено.',
    'mixed-money':
      'В една колона щеше да има цени и в двете валути, затова нищо не е заменено: новите цени са накрая.',
    'edits-kept':
      'Стойности, които са общи за няколко реда или за които няма място, са оставени, каквито са били.',
    'fields-widened': 'Полета на DBF файла са разширени, защото бяха тесни за новите стойности.',
    'fields-renamed': 'Полета на DBF файла са преименувани според новата валута.',
    'values-kept': 'Стойностите, които поле на DBF файла не побира, са оставени, каквито са били.',
    'fields-too-many':
      'DBF файлът вече има повече полета или по-дълги записи, отколкото отварят старите програми.',
    'deleted-kept': 'Изтритите записи на DBF файла са останали със старите цени.',
    'index-outdated': 'Индексният файл (.cdx, .mdx) не съдържа новите стойности: създайте го наново.',
    'database-differs': 'Базата данни (.dbc), част от която е DBF файлът, описва полетата му постарому.',
  },
  en: {
    'currency-assumed': 'Nothing names a currency, and lev was taken.',
    'prices-not-read': 'Some prices could not be read: they are not converted and not charged.',
    'totals-omitted': 'Rows that are totals do not count as prices and are not charged.',
    'other-currency-present': 'The file has a column of these prices in the other currency already.',
    'pairs-differ': 'The file has pairs of lev and euro prices that do not match.',
    'other-price-columns': 'Other columns may have prices too; they are not converted.',
    'other-sheets': 'Other sheets may have prices too; they are not converted.',
    'statement-kept': 'Something outside the new prices still names the old currency: change it by hand.',
    'extension-differs': 'The name of the file does not match its content, by which it was read.',
    'rows-cut': 'The file was not read to its end, so nothing was replaced.',
    'undecodable-bytes': 'Some bytes are no characters in the encoding of the file.',
    'realigned-bytes': 'The file in UTF-16 had missing or extra bytes, which were repaired.',
    'formula-cells': 'There is text that a spreadsheet program would compute as a formula; it is unchanged.',
    'records-differ': 'The DBF file counts other records than it has.',
    'no-room': 'The DBF file has no room for another field.',
    'entries-unread': 'Some files of the archive were not read.',
    'not-kept': 'A file of this kind comes back as XLSX: with its values and formulas, without its look.',
    'placed-at-end': 'There is no room for the new prices next to the old ones, so they are at the end.',
    'formulas-kept':
      'Formulas compute the prices, so they were not replaced; the new ones have their own column.',
    'currency-shared':
      'Other prices share the column of currencies, so nothing was replaced; the new prices are at the end.',
    'currency-around':
      'The currency is named once for all prices of the list, so nothing was replaced; the new prices are at the end.',
    'hundredths-kept':
      'The prices are in stotinki or cents and the new ones are not, so nothing was replaced; the new prices are at the end.',
    'both-kept':
      'The file has the prices in the other currency already, so nothing was replaced; the new prices are at the end.',
    'lists-kept': 'The prices of the other lists in the file are still in the old currency.',
    'unread-kept': 'Among replaced prices, those that could not be read are still in the old currency.',
    'title-kept':
      'A title of replaced prices, or the number format of amounts that formulas work out from them, still names the old currency.',
    'totals-kept':
      'Totals that are not known to be sums of replaced prices in one currency are still in the old currency.',
    'rest-waiting': 'Other prices are still to be converted, so nothing was replaced.',
    'mixed-money':
      'One column would have prices in both currencies, so nothing was replaced; the new prices are at the end.',
    'edits-kept': 'Values that several rows share, or for which there is no place, are as they were.',
    'fields-widened': 'Fields of the DBF file were widened, as they had no room for the new values.',
    'fields-renamed': 'Fields of the DBF file were renamed after the new currency.',
    'values-kept': 'Values that a field of the DBF file cannot have are as they were.',
    'fields-too-many': 'The DBF file now has more fields or longer records than old programs open.',
    'deleted-kept': 'Deleted records of the DBF file still have the old prices.',
    'index-outdated': 'The index file (.cdx, .mdx) does not have the new values: build it again.',
    'database-differs': 'The database (.dbc) that the DBF file belongs to lists its fields as they were.',
  },
} as const satisfies Record<Lang, Readonly<Record<string, string>>>
