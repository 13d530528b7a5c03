import { ENCODINGS, type Encoding } from '#table/text-source.ts'

/** The encoding that a label stands for (Encoding Standard, 4.2); undefined for any other, and for UTF-8 and UTF-16. */
export function encodingOfLabel(label: string): Encoding | undefined {
  const encoding = standardName(label)
  return ENCODINGS.find((known) => known === encoding && !known.startsWith('utf-'))
}

function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Bytes of a page in which its encoding is declared. */
const HEAD_BYTES = 4096
const IS_MARKUP = /^\s*</
const IN_META = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i

/** The encoding of one byte for each character that a web page declares; undefined for any other file. */
export function declaredInPage(bytes: Uint8Array): Encoding | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES))
  if (!IS_MARKUP.test(head)) return undefined
  const label = IN_META.exec(head.replace(/<!--.*?-->/gs, ''))?.[1]
  return label === undefined ? undefined : encodingOfLabel(label)
}
