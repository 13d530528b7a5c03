import { describe, expect, it } from 'vitest'
import { XmlTags, rawText, unescapeXml, unescapeXstring } from './tags.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Each tag as kind, prefix and name. */
function tagsOf(xml: string, from?: number, limit?: number): string[] {
  const tags = new XmlTags(bytes(xml), from, limit)
  const found: string[] = []
  while (tags.next()) found.push(`${tags.kind} ${tags.prefix}${tags.name}`)
  return found
}

/** At the first tag. */
function first(xml: string): XmlTags {
  const tags = new XmlTags(bytes(xml))
  expect(tags.next()).toBe(true)
  return tags
}

describe('CONV-08 · the tags of an XML part are found where they stand', () => {
  it.each([
    ['<a></a>', ['open a', 'close a']],
    ['<a/>', ['empty a']],
    ['<a />', ['empty a']],
    ['<x:a b="1"/>', ['empty x:a']],
    ['</x:a >', ['close x:a']],
    ['text<a>text', ['open a']],
    ['<a b="/>" c=\'/>\'>', ['open a']],
    ['<a b="\'"></a>', ['open a', 'close a']],
    ['<a\nb="1"\t>', ['open a']],
    ['<?xml version="1.0"?><a>', ['open a']],
    ['<?pi > ?><a>', ['open a']],
    ['<?pi <b> ?><a>', ['open a']],
    ['<!-- <b> -- > --><a>', ['open a']],
    ['<!--><b>--><a>', ['open a']],
    ['<![CDATA[<b> ]> ]]><a>', ['open a']],
    ['<!DOCTYPE a><a>', ['open a']],
    ['<?xml version="1.0"?><!DOCTYPE a><a>', ['open a']],
    ['<!DOCTYPE a [<!ENTITY b "<c>]>"><!ENTITY d \'"<e>\'>] ><a>', ['open a']],
    ['<!DOCTYPE a SYSTEM "x>y" [<!-- it\'s <b> ]> --><?pi "<c> ]> ?>]><a>', ['open a']],
    ['<!DOCTYPE a [<!ENTITY b "<c>', []],
    ['<!DOCTYPE a [<!-- <b>', []],
    ['<a/><!----><b/>', ['empty a', 'empty b']],
    ['<a/><![CDATA[]]><b/>', ['empty a', 'empty b']],
    ['<a/><??><b/>', ['empty a', 'empty b']],
    ['<!-- <a>', []],
    ['<![CDATA[ <a>', []],
    ['<?pi <a>', []],
    ['<a><b', ['open a']],
    ['<a><b c="', ['open a']],
    ['<a><b c="1"', ['open a']],
    ['', []],
    ['<', []],
  ])('%j', (xml, tags) => {
    expect(tagsOf(xml)).toEqual(tags)
  })

  it('from one place to another', () => {
    expect(tagsOf('<a><b/><c/>', 3)).toEqual(['empty b', 'empty c'])
    expect(tagsOf('<a><b/><c/>', 3, 7)).toEqual(['empty b'])
    expect(tagsOf('<a><b/><c/>', 3, 6)).toEqual([])
  })

  it('with the offsets of tag and name', () => {
    const tags = first('é<x:ab c="1">')
    // 'é' has two bytes.
    expect([tags.start, tags.end, tags.nameStart, tags.nameEnd]).toEqual([2, 14, 5, 7])
    expect([tags.is('ab'), tags.is('a'), tags.is('abc'), tags.is('b')]).toEqual([true, false, false, false])
  })

  it.each([
    ['<a b="1" c="2">', 'c', '2'],
    ["<a b='1'>", 'b', '1'],
    ['<a b = "1">', 'b', '1'],
    ['<a\n\tb="1"/>', 'b', '1'],
    ['<a b="x &amp; &#1083;">', 'b', 'x & л'],
    ['<a b="">', 'b', ''],
    ['<a b="c=\'9\'" c="2">', 'c', '2'],
    ['<a bc="1" b="2">', 'b', '2'],
    ['<a x:b="1" b="2">', 'b', '2'],
    ['<a b="1" b="2">', 'b', '1'],
    ['<a x:b="1">', 'x:b', '1'],
    ['<a b="1">', 'c', undefined],
    ['<a>', 'b', undefined],
    ['<a b>', 'b', undefined],
    ['<a b="1"c="2">', 'c', '2'],
    ['<a b="1" c>', 'c', undefined],
    ['<a "b=c">', '"b', undefined],
  ])('the attribute of %j', (xml, name, value) => {
    expect(first(xml).attribute(name)).toBe(value)
  })

  it('an attribute with any prefix', () => {
    expect(first('<a id="1" r:id="2" x:id="3">').prefixedAttribute('id')).toBe('2')
    expect(first('<a id="1" r:idx="2">').prefixedAttribute('id')).toBeUndefined()
  })

  it('the place of an attribute', () => {
    expect(first('<a b="12">').span('b')).toEqual({ start: 6, end: 8 })
  })

  it.each([
    ['<a><a></a><b/></a><c/>', 'close a', 'empty c'],
    ['<a/><c/>', 'empty a', 'empty c'],
    ['</a><c/>', 'close a', 'empty c'],
    ['<a><b>', 'open b', undefined],
  ])('the rest of an element in %j is passed', (xml, last, next) => {
    const tags = first(xml)
    tags.skip()
    expect(`${tags.kind} ${tags.name}`).toBe(last)
    expect(tags.next() ? `${tags.kind} ${tags.name}` : undefined).toBe(next)
  })

  it('text between offsets, as it is written', () => {
    expect(rawText(bytes('é&amp;x'), 0, 7)).toBe('é&amp;')
  })
})

describe('CONV-08 · references and escapes of XML', () => {
  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
    ['&#1083;&#x432;&#X432;&#128512;', 'лвв😀'],
    ['&#x10FFFF;', '\u{10ffff}'],
    ['&#0;&#x110000;&#1114112;', '&#0;&#x110000;&#1114112;'],
    ['&nbsp; &AMP; & &; &amp', '&nbsp; &AMP; & &; &amp'],
    ['&amp;lt;', '&lt;'],
    ['none', 'none'],
  ])('%j is %j', (written, text) => {
    expect(unescapeXml(written)).toBe(text)
  })

  it.each([
    ['a_x000D_b', 'a\rb'],
    ['_x0441__X0442_', 'ст'],
    ['_x00e9_', 'é'],
    ['_x005F_x000D_', '_x000D_'],
    ['_x00_ _x000g_ x000D_', '_x00_ _x000g_ x000D_'],
  ])('%j is %j', (written, text) => {
    expect(unescapeXstring(written)).toBe(text)
  })
})
