import { expect, test } from 'vitest'
import { isPriceOnRequest } from './currency-words.ts'

const list = (texts: string) => texts.split('|')

test('READ-03 · words in the place of a price that is told on request', () => {
  const said =
    'По договаряне|по договорка|При заявка|след запитване|ПО ПОРЪЧКА|На място|Обадете се!|Позвънете|On request|on demand|on application|' +
    'Ask|Call|Contact us|Please ask|please call|Please contact us.|TBA|TBD|POA| по заявка. '
  expect(list(said).filter((text) => !isPriceOnRequest(text))).toEqual([])
  const others =
    'по договаряне 5|договаряне|Цена по договаряне|по договаряне!!|please|Please|Contact|call us|request|on|12,50|няма|на място и извън него|'
  expect(list(others).filter(isPriceOnRequest)).toEqual([])
})
