import { describe, expect, test } from 'vitest'
import type { Encoding } from '#table/text-source.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { decodeText } from './encoding.ts'

const page = (head: string, name: string, price = '1,50'): string =>
  `<!DOCTYPE html>\n<html><head>${head}</head><table><tr><td>Name<td>Price<tr><td>${name}<td>${price}</table></html>`

const META: Readonly<Record<string, string>> = {
  'windows-1251': '<meta charset="windows-1251">',
  'koi8-r': "<META http-equiv='Content-Type' content='text/html; charset=KOI8-R'>",
  ibm866: '<meta charset=cp866>',
  'iso-8859-5': '<meta name="x" content="a>b"><meta charset=" ISO-8859-5 ">',
  'x-mac-cyrillic': '<meta charset="x-mac-cyrillic" />',
}

describe('BULK-16 · the encoding that a web page declares', () => {
  test.each(Object.keys(META) as Encoding[])('%s decides for a few letters', (encoding) => {
    for (const name of ['ябълка', 'ъ', 'фч', 'Ъгъл', 'щъркел']) {
      const text = page(META[encoding]!, name)
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
    }
  })

  test('it decides where signs alone leave it open', () => {
    const text = page(META['windows-1251']!, '„Bread“', '1,50\u00a0€')
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })

  test.each(['koi8-r', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'])(
    '%s that the letters contradict does not',
    (declared) => {
      const text = page(META[declared]!, 'Ябълка и круша Гранд', '1,50 лв')
      expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
    },
  )

  test('a Western one does not either: pages of Cyrillic declare it by mistake', () => {
    const text = page('<meta charset="iso-8859-1">', 'Хляб и сирене', '1,50 лв')
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })

  test('valid UTF-8 is UTF-8 whatever is declared', () => {
    const text = page(META['windows-1251']!, 'Хляб')
    expect(decodeText(encode(text, 'utf-8'))).toMatchObject({ encoding: 'utf-8', text })
  })

  test('it is none in a comment, nor in a file that is no page', () => {
    for (const text of [page(`<!-- ${META['koi8-r']} -->`, 'цена'), `име;${META['koi8-r']}\nцена;1,50`])
      expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })
})
