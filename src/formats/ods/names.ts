import type { Bytes } from '../bytes/bytes.ts'
import { type XmlTags, rawText } from '../xml/tags.ts'

/** The namespaces of OpenDocument 1.4 that are read, by their usual prefix. */
const NAMESPACES = {
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  number: 'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0',
  calcext: 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0',
} as const

type Namespace = keyof typeof NAMESPACES

/** The prefixes of a document with their colon, such as `table:`; '' where it declares none. */
export type Prefixes = Readonly<Record<Namespace, string>>

/** The prefixes that the root element declares, whose tag is the current one. */
export function readPrefixes(tags: XmlTags): Prefixes {
  const prefixes: Record<Namespace, string> = {
    office: '',
    table: '',
    text: '',
    style: '',
    number: '',
    calcext: '',
  }
  tags.eachAttribute((nameStart, nameEnd, start, end) => {
    const name = rawText(tags.bytes, nameStart, nameEnd)
    const uri = rawText(tags.bytes, start, end)
    const namespace = (Object.keys(NAMESPACES) as Namespace[]).find((one) => NAMESPACES[one] === uri)
    if (namespace !== undefined && name.startsWith('xmlns:'))
      prefixes[namespace] = `${name.slice('xmlns:'.length)}:`
    return false
  })
  return prefixes
}

/** A declaration for an element that is added to a document that does not declare the namespace; else ''. */
export const declarationOf = (namespace: Namespace, prefixes: Prefixes): string =>
  prefixes[namespace] === '' ? ` xmlns:${namespace}="${NAMESPACES[namespace]}"` : ''

/** The prefix of elements that are added, with {@link declarationOf} where the document has none. */
export const prefixOf = (namespace: Namespace, prefixes: Prefixes): string =>
  prefixes[namespace] === '' ? `${namespace}:` : prefixes[namespace]

/** The attributes of rows and cells that are read, and of columns. */
const ATTRIBUTES = [
  ['table', 'style-name'],
  ['table', 'default-cell-style-name'],
  ['table', 'number-columns-repeated'],
  ['table', 'number-rows-repeated'],
  ['table', 'number-columns-spanned'],
  ['table', 'number-rows-spanned'],
  ['table', 'number-matrix-columns-spanned'],
  ['table', 'number-matrix-rows-spanned'],
  ['table', 'formula'],
  ['office', 'value-type'],
  ['office', 'value'],
  ['office', 'currency'],
  ['office', 'date-value'],
  ['office', 'time-value'],
  ['office', 'boolean-value'],
  ['office', 'string-value'],
  ['calcext', 'value-type'],
] as const satisfies readonly (readonly [Namespace, string])[]

/** Indexes of attributes, by their name. */
export const ATTRIBUTE = {
  style: 0,
  defaultStyle: 1,
  columnsRepeated: 2,
  rowsRepeated: 3,
  columnsSpanned: 4,
  rowsSpanned: 5,
  matrixColumns: 6,
  matrixRows: 7,
  formula: 8,
  valueType: 9,
  value: 10,
  currency: 11,
  date: 12,
  time: 13,
  boolean: 14,
  string: 15,
  extendedType: 16,
} as const

export const ATTRIBUTE_COUNT = ATTRIBUTES.length

/** The attributes that hold the value of a cell. */
export const VALUE_ATTRIBUTES: readonly number[] = Array.from(
  { length: 8 },
  (_, i) => ATTRIBUTE.valueType + i,
)

/** The name of an attribute with its prefix; undefined where the document does not declare its namespace. */
export function attributeName(attribute: number, prefixes: Prefixes): string | undefined {
  const [namespace, name] = ATTRIBUTES[attribute]!
  return prefixes[namespace] === '' ? undefined : prefixes[namespace] + name
}

/** Finds attributes by the bytes of their names: it runs several times a cell. */
export class AttributeNames {
  readonly #byLength: { readonly name: Bytes; readonly attribute: number }[][] = []

  constructor(prefixes: Prefixes) {
    const encoder = new TextEncoder()
    for (const attribute of ATTRIBUTES.keys()) {
      const text = attributeName(attribute, prefixes)
      if (text === undefined) continue
      const name = encoder.encode(text)
      ;(this.#byLength[name.length] ??= []).push({ name, attribute })
    }
  }

  /** The index of an attribute; -1 for any other. */
  find(bytes: Bytes, start: number, end: number): number {
    const named = this.#byLength[end - start]
    if (named === undefined) return -1
    for (const { name, attribute } of named) {
      // From the end: prefixes are alike.
      let i = name.length - 1
      while (i >= 0 && bytes[start + i] === name[i]) i--
      if (i < 0) return attribute
    }
    return -1
  }
}
