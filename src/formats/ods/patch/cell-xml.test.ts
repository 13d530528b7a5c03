import { describe, expect, test } from 'vitest'
import { ATTRIBUTE, type Prefixes } from '../names.ts'
import { AttributeRemover, valueXml } from './cell-xml.ts'

const PREFIXES: Prefixes = {
  office: 'office:',
  table: 'table:',
  text: 'text:',
  style: 'style:',
  number: 'number:',
  calcext: '',
}

describe('FILE-04 · XML of a cell that is given back', () => {
  test.each([
    ['a number', { number: '1"/><x a="&' }, 'office:value="1&quot;/&gt;&lt;x a=&quot;&amp;"'],
    ['a text', 'a"<b>&', 'office:value-type="string"'],
  ])('%s brings no markup of its own', (_, content, attributes) => {
    const xml = valueXml({ content, currency: null, mark: '.' }, PREFIXES)
    expect(xml.attributes).toContain(attributes)
    expect(xml.attributes + xml.paragraphs).not.toMatch(/<[xb]|"\/>|&(?!amp;|lt;|gt;|quot;)/)
  })

  test('attributes with any prefix are removed', () => {
    for (const prefix of ['o.x:', 'o(:', 'o[:', 'цена-1:', 'a+b*c?:', '$^|:'])
      expect(
        new AttributeRemover({ ...PREFIXES, office: prefix }, [ATTRIBUTE.value]).from(
          `<c ${prefix}value="1" office:value="2" ${prefix}other='3'>`,
        ),
      ).toBe(`<c office:value="2" ${prefix}other='3'>`)
  })
})
