import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { writeBack } from '#formats/write-back.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Encoding } from '#table/text-source.ts'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { bytesOf } from '#test/priced-order.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { runTool } from '#test/system-tool.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'

/** What an XML parser finds in a written file beside what it finds in the original, in the order of the document. */
type Difference =
  | readonly ['element', name: string, text: string]
  | readonly ['attribute', name: string, text: string]
  | readonly ['changed', name: string, before: string, after: string]

/**
 * Reads pairs of files with expat and lists their differences. White space around elements is left out; comments and
 * processing instructions are compared.
 */
const COMPARE = `
import base64, json, sys
import xml.etree.ElementTree as E

def read(text):
    builder = E.TreeBuilder(insert_comments=True, insert_pis=True)
    return E.fromstring(base64.b64decode(text), parser=E.XMLParser(target=builder))

def name(element):
    return element.tag if isinstance(element.tag, str) else element.tag.__name__

def plain(text):
    return (text or '').strip()

def compare(a, b, found):
    for key in b.attrib:
        if key not in a.attrib: found.append(['attribute', key, b.attrib[key]])
        elif a.attrib[key] != b.attrib[key]: found.append(['changed', key, a.attrib[key], b.attrib[key]])
    for key in a.attrib:
        if key not in b.attrib: found.append(['lost', key])
    if plain(a.text) != plain(b.text): found.append(['changed', name(a), plain(a.text), plain(b.text)])
    rest = list(a)
    is_paired = len(a) == len(b)
    for child in b:
        if rest and name(rest[0]) == name(child) and (is_paired or rest[0].attrib == child.attrib):
            before = rest.pop(0)
            compare(before, child, found)
            if plain(before.tail) != plain(child.tail): found.append(['changed', 'tail', plain(before.tail), plain(child.tail)])
        else:
            found.append(['element', name(child), child.text or ''])
            if len(child) or plain(child.tail): found.append(['more', name(child)])
    for child in rest: found.append(['lost', name(child)])

for line in open(sys.argv[1]):
    before, after = json.loads(line)
    found = []
    compare(read(before), read(after), found)
    print(json.dumps(found))
`

/** How a price stands in a record, and what is found in addition, or changed. */
type Form = {
  readonly record: (price: string) => string
  readonly attributes?: (price: string) => string
  readonly added: (eur: string) => Difference
  readonly replaced: (price: string, eur: string) => readonly Difference[]
}

const SHOP = '{urn:shop}'

const FORMS: Readonly<Record<string, Form>> = {
  text: {
    record: (price) => `<price>${price}</price>`,
    added: (eur) => ['element', 'price_eur', eur],
    replaced: (price, eur) => [['changed', 'price', price, eur]],
  },
  currency: {
    record: (price) => `<s:price>\n  ${price} BGN </s:price>`,
    added: (eur) => ['element', `${SHOP}price_eur`, eur],
    replaced: (price, eur) => [['changed', `${SHOP}price`, `${price} BGN`, `${eur} EUR`]],
  },
  cdata: {
    record: (price) => `<s:price><![CDATA[${price} лв.]]></s:price>`,
    added: (eur) => ['element', `${SHOP}price_eur`, eur],
    replaced: (price, eur) => [['changed', `${SHOP}price`, `${price} лв.`, `${eur} евро`]],
  },
  attribute: {
    record: () => '',
    attributes: (price) => ` price='${price}'`,
    added: (eur) => ['attribute', 'price_eur', eur],
    replaced: (price, eur) => [['changed', 'price', price, eur]],
  },
  named: {
    record: (price) => `<price currency="BGN">${price}</price>`,
    added: (eur) => ['element', 'price_eur', eur],
    replaced: (price, eur) => [
      ['changed', 'currency', 'BGN', 'EUR'],
      ['changed', 'price', price, eur],
    ],
  },
  amount: {
    record: (price) => `<price><amount>${price}</amount><currency>BGN</currency></price>`,
    added: (eur) => ['element', 'price_eur', eur],
    replaced: (price, eur) => [
      ['changed', 'amount', price, eur],
      ['changed', 'currency', 'BGN', 'EUR'],
    ],
  },
  field: {
    record: (price) => `<field name="price">${price}</field>`,
    added: (eur) => ['element', 'field', eur],
    replaced: (price, eur) => [['changed', 'field', price, eur]],
  },
}

const gap = fc.constantFrom('', ' ', '\n', '\r\n    ', '\t')
const extra = fc.constantFrom(
  '',
  '<link>https://a.bg/?a=1&amp;b=2</link>',
  '<!-- <price>9</price> & -->',
  '<?pi <price> ?>',
  '<html><![CDATA[<p>]] > </p>]]></html>',
  '<image id="1"/><image id="2"/>',
  '<delivery><price>5.00</price></delivery>',
  '<text>a &lt;b&gt; &#1078; <b>c</b> d</text>',
)
const record = fc.record({
  name: fc.constantFrom('Хляб', 'Мляко 3%', 'A &amp; B', '<![CDATA[C & D]]>'),
  cents: fc.integer({ min: 1, max: 9_999_999 }),
  isPriced: fc.boolean(),
  gaps: fc.array(gap, { minLength: 4, maxLength: 4 }),
  before: extra,
  after: extra,
})
const feed = fc.record({
  form: fc.constantFrom(...Object.keys(FORMS)),
  encoding: fc.constantFrom<readonly [Encoding, string, readonly number[]]>(
    ['utf-8', 'UTF-8', []],
    ['utf-8', 'UTF-8', [0xef, 0xbb, 0xbf]],
    ['windows-1251', 'windows-1251', []],
    ['koi8-r', 'KOI8-R', []],
    ['utf-16le', 'UTF-16', [0xff, 0xfe]],
    ['utf-16be', 'UTF-16', [0xfe, 0xff]],
  ),
  records: fc.array(record, { minLength: 2, maxLength: 6 }).filter((all) => all.some((one) => one.isPriced)),
  placement: fc.constantFrom<Placement>(...PLACEMENTS),
})

type Feed = typeof feed extends fc.Arbitrary<infer T> ? T : never

const priceOf = (cents: number): string => (cents / 100).toFixed(2)

function xmlOf({ form, encoding: [, name], records }: Feed): string {
  const { record: inner, attributes } = FORMS[form]!
  const items = records.map(({ name: title, cents, isPriced, gaps: [a, b, c, d], before, after }) => {
    const price = isPriced ? inner(priceOf(cents)) : ''
    const own = isPriced ? (attributes?.(priceOf(cents)) ?? '') : ''
    return `${a}<item id="1"${own}>${b}<title>${title}</title>${before}${c}${price}${after}${d}</item>`
  })
  return `<?xml version="1.0" encoding="${name}"?>\n<!DOCTYPE shop [<!ENTITY e "<item>">]>\n<shop xmlns:s="urn:shop"><channel>${items.join('')}</channel></shop>\n<!-- край -->`
}

function expectedOf({ form, records, placement }: Feed): Difference[] {
  const { added, replaced } = FORMS[form]!
  return (
    records
      .filter(({ isPriced }) => isPriced)
      .flatMap(({ cents }) => {
        const price = priceOf(cents)
        const { eur } = referenceAmounts(price, 'BGN')
        return placement === 'replace' ? replaced(price, eur) : [added(eur)]
      })
      // 0.01 lev is 0.01 euro.
      .filter(([what, , before, after]) => what !== 'changed' || before !== after)
  )
}

async function written(
  bytes: Uint8Array<ArrayBuffer>,
  placement: Placement,
): Promise<Uint8Array<ArrayBuffer>> {
  const opened = await openFile(bytes, { fileName: 'feed.xml' })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { file } = opened
  const { columns, question } = detectColumns(file.table)
  expect(question).toBeNull()
  const reading = readPriceList(file, 'feed.xml', { columns })
  return bytesOf(
    await writeBack(bytes, file, planForReading({ columns, reading, table: file.table }, placement)),
  )
}

test('FILE-03 · an XML parser finds the new prices in written feeds, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'levro-xml-'))
  try {
    const feeds = fc.sample(feed, 400)
    const pairs = await Promise.all(
      feeds.map(async (one) => {
        const [encoding, , bom] = one.encoding
        const before = withBom(encode(xmlOf(one), encoding), ...bom)
        return [before, await written(before, one.placement)] as const
      }),
    )
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const list = join(folder, 'pairs.jsonl')
    writeFileSync(list, pairs.map((pair) => `${JSON.stringify(pair.map(base64))}\n`).join(''))
    const found = (await runTool('python3', '-c', COMPARE, list)).trim().split('\n')
    for (const [i, one] of feeds.entries())
      expect(JSON.parse(found[i]!), `${one.placement}: ${xmlOf(one)}`).toEqual(expectedOf(one))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
