/** A strict reader of small XML documents, for tests of what is written as XML. */

type Element = { readonly name: string; readonly attributes: Record<string, string>; text: string }

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text) || text.includes('<'))
    throw new Error(`not escaped: ${text}`)
  return text.replaceAll(/&(\w+);/g, (_, name: string) => SIGNS[name]!)
}

function attributesIn(text: string): Record<string, string> {
  const found = [...text.matchAll(/\s([\w-]+)="([^"<]*)"/g)]
  if (found.map(([whole]) => whole).join('') !== text) throw new Error(`no attributes: ${text}`)
  return Object.fromEntries(found.map(([, name, value]) => [name, plain(value!)]))
}

/**
 * The elements of a document in their order, with the text that is directly in them.
 * @throws where it is not well-formed
 */
export function xmlElements(document: string): { root: Element; all: (name: string) => Element[] } {
  const elements: Element[] = []
  const open: Element[] = []
  const declared = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(document)?.[0] ?? ''
  let at = declared.length
  for (const { 0: tag, 1: close, 2: name = '', 3: inside = '', 4: empty, index } of document.matchAll(
    /<(\/?)([\w-]+)((?:\s[\w-]+="[^"]*")*)(\/?)>/g,
  )) {
    const text = plain(document.slice(at, index))
    at = index + tag.length
    const parent = open.at(-1)
    if (parent !== undefined) parent.text += text.trim()
    else if (text.trim() !== '') throw new Error(`text outside: ${text}`)
    if (close === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
      continue
    }
    const element = { name, attributes: attributesIn(inside), text: '' }
    elements.push(element)
    if (empty === '') open.push(element)
  }
  const [root] = elements
  if (root === undefined || open.length > 0 || document.slice(at).trim() !== '') throw new Error('not closed')
  return { root, all: (name) => elements.filter((element) => element.name === name) }
}
