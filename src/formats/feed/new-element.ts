import type { Markup } from './markup.ts'
import type { Label, RecordNode, Slot } from './records.ts'

/** The elements of a record down to one of them. */
function nodesBelow(node: RecordNode, root: RecordNode): RecordNode[] {
  const nodes: RecordNode[] = []
  for (let at: RecordNode | undefined = node; at !== undefined && at !== root; at = at.parent)
    nodes.unshift(at)
  return nodes
}

/** What tells an element from others of its name; nothing for one that has a number. */
export const labelAttributes = ({ attribute, text, kind }: Label, markup: Markup): string =>
  (attribute === undefined ? '' : markup.attribute(attribute.name, text)) +
  (kind === undefined ? '' : markup.attribute(kind.attribute.name, kind.text))

/** An element to be written, with those in it. */
export class NewElement {
  readonly name: string
  /** Written behind its name. */
  attributes: string
  text = ''
  readonly #children = new Map<RecordNode | string, NewElement>()

  constructor(name: string, attributes = '') {
    this.name = name
    this.attributes = attributes
  }

  get isEmpty(): boolean {
    return this.text === '' && this.#children.size === 0
  }

  /** The element of a column below this one, which is written as `root`; it is made where there is none. */
  at(node: RecordNode, root: RecordNode, markup: Markup): NewElement {
    return nodesBelow(node, root).reduce<NewElement>((element, one) => element.#child(one, markup), this)
  }

  /** Gives a value to a column. */
  put(slot: Slot, root: RecordNode, text: string, markup: Markup): void {
    const element = this.at(slot.node, root, markup)
    if (slot.attribute === undefined) element.text = markup.text(text)
    else if (![slot.node.label?.attribute, slot.node.label?.kind?.attribute].includes(slot.attribute))
      element.attributes += markup.attribute(slot.attribute.name, text)
  }

  add(element: NewElement): void {
    this.#children.set(`${element.name} ${this.#children.size}`, element)
  }

  /** The elements in it, each behind `gap`. */
  inner(gap = ''): string {
    return this.text + Array.from(this.#children.values(), (child) => gap + child.markup()).join('')
  }

  /** @param closing white space before its last tag */
  markup(gap = '', closing = ''): string {
    const { name, attributes } = this
    return this.isEmpty
      ? `<${name}${attributes}/>`
      : `<${name}${attributes}>${this.inner(gap)}${closing}</${name}>`
  }

  #child(node: RecordNode, markup: Markup): NewElement {
    const known = this.#children.get(node)
    if (known !== undefined) return known
    const { label, path } = node
    const child = new NewElement(path.name, label && labelAttributes(label, markup))
    this.#children.set(node, child)
    return child
  }
}
