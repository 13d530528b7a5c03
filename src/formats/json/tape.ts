import { stringEnd } from './parse-items.ts'

/** Text by offsets: decoded text, or the bytes of a file (`ByteText`), whose letters are decoded by `read`. */
export type JsonSource = { readonly text: string; read(start: number, end: number): string }

/** Why a text is no JSON: `comment` and `comma` are what JSON does not allow and some programs write. */
export type JsonFault = 'comment' | 'comma' | 'other'

export type JsonParse =
  | { readonly ok: true; readonly tape: JsonTape }
  | { readonly ok: false; readonly fault: JsonFault }

/** Deeper than any price list. */
const MAX_DEPTH = 64

/** The node of the whole text: a list of its values, which are several in JSON Lines. */
export const ROOT = 0

const [QUOTE, BACKSLASH, COMMA, COLON, SLASH, HASH] = [0x22, 0x5c, 0x2c, 0x3a, 0x2f, 0x23]
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]

/** White space of RFC 8259. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/**
 * The values of a JSON text as offsets, in the order in which they begin: node `i` is followed by what is in it, up to node
 * `nextOf(i)`. No value is created until it is asked for.
 */
export class JsonTape {
  readonly source: JsonSource
  readonly length: number
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #nexts: Int32Array
  /** Offsets of the keys; -1 for a value without one. */
  readonly #keys: Int32Array
  /** By node, one more than the id of its key; 0 where it is not known yet. */
  readonly #keyIds: Int32Array
  readonly #ids = new Map<string, number>()
  readonly #names: string[] = []
  /** By id of a key: the last member of the object in hand that has it. */
  #members = new Int32Array(64)
  #parents: Int32Array | undefined

  constructor(source: JsonSource, nodes: TapeNodes) {
    this.source = source
    this.length = nodes.length
    this.#starts = nodes.starts
    this.#ends = nodes.ends
    this.#nexts = nodes.nexts
    this.#keys = nodes.keys
    this.#keyIds = new Int32Array(nodes.length)
  }

  startOf(node: number): number {
    return this.#starts[node]!
  }

  endOf(node: number): number {
    return this.#ends[node]!
  }

  nextOf(node: number): number {
    return this.#nexts[node]!
  }

  isList(node: number): boolean {
    return node === ROOT || this.#codeAt(node) === OPEN_LIST
  }

  isObject(node: number): boolean {
    return node !== ROOT && this.#codeAt(node) === OPEN_OBJECT
  }

  isText(node: number): boolean {
    return this.#codeAt(node) === QUOTE
  }

  /** A number, `true`, `false` or `null` as it is written, or the value of a string. */
  valueOf(node: number): string {
    const literal = this.source.read(this.startOf(node), this.endOf(node))
    return this.isText(node) ? unquoted(literal) : literal
  }

  keyStartOf(node: number): number {
    return this.#keys[node]!
  }

  keyEndOf(node: number): number {
    return stringEnd(this.source.text, this.keyStartOf(node))
  }

  /** The same number for the same key, however it is written. */
  keyIdOf(node: number): number {
    return (this.#keyIds[node] ||= this.#findKeyId(node) + 1) - 1
  }

  #findKeyId(node: number): number {
    const literal = this.source.read(this.keyStartOf(node), this.keyEndOf(node))
    const known = this.#ids.get(literal)
    if (known !== undefined) return known
    const name = unquoted(literal)
    const same = literal.includes('\\') ? this.#ids.get(JSON.stringify(name)) : undefined
    const id = same ?? this.#names.push(name) - 1
    this.#ids.set(literal, id).set(JSON.stringify(name), id)
    return id
  }

  keyOf(node: number): string {
    return this.nameOf(this.keyIdOf(node))
  }

  /** The key with this id. */
  nameOf(keyId: number): string {
    return this.#names[keyId]!
  }

  /** The items of a list, or the members of an object; of several members with one key the last, as in JSON.parse. */
  childrenOf(node: number): number[] {
    const children: number[] = []
    for (let child = node + 1; child < this.nextOf(node); child = this.nextOf(child)) children.push(child)
    if (!this.isObject(node) || children.length < 2) return children
    for (const child of children) {
      const id = this.keyIdOf(child)
      if (id >= this.#members.length) this.#members = grown(this.#members, id + 1)
      this.#members[id] = child
    }
    return children.filter((child) => this.#members[this.keyIdOf(child)] === child)
  }

  /** The values before and after one in the same object or list. */
  neighboursOf(container: number, node: number): [before: number | undefined, after: number | undefined] {
    let before: number | undefined
    for (let child = container + 1; child < node; child = this.nextOf(child)) before = child
    const after = this.nextOf(node)
    return [before, after < this.nextOf(container) ? after : undefined]
  }

  /** The last member or item; undefined where there is none. */
  lastMemberOf(container: number): number | undefined {
    let last: number | undefined
    for (let child = container + 1; child < this.nextOf(container); child = this.nextOf(child)) last = child
    return last
  }

  /** The text between a member and its neighbour, with which one more is added: `,` and white space as in the file. */
  separatorOf(object: number, member: number): string {
    const { text } = this.source
    const [before, after] = this.neighboursOf(object, member)
    if (before !== undefined) return text.slice(this.endOf(before), this.keyStartOf(member))
    return after === undefined
      ? `,${text.slice(this.startOf(object) + 1, this.keyStartOf(member))}`
      : text.slice(this.endOf(member), this.keyStartOf(after))
  }

  /** By node, the object or list that it is in. */
  parents(): Int32Array {
    if (this.#parents !== undefined) return this.#parents
    const parents = new Int32Array(this.length)
    const open = [ROOT]
    for (let node = 1; node < this.length; node++) {
      while (node >= this.nextOf(open.at(-1)!)) open.pop()
      parents[node] = open.at(-1)!
      open.push(node)
    }
    this.#parents = parents
    return parents
  }

  #codeAt(node: number): number {
    return this.source.text.charCodeAt(this.startOf(node))
  }
}

const unquoted = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)

type TapeNodes = {
  readonly length: number
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly nexts: Int32Array
  readonly keys: Int32Array
}

/**
 * Parses JSON, or several values of it one after another (JSON Lines), each of which must then be an object or an array.
 * Linear in time, without recursion; a text of more than 64 levels is none.
 */
export function parseTape(source: JsonSource): JsonParse {
  const parser = new TapeParser(source.text)
  const fault = parser.parse()
  return fault === undefined ? { ok: true, tape: new JsonTape(source, parser.nodes) } : { ok: false, fault }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

class TapeParser {
  readonly #text: string
  #starts = new Int32Array(1024)
  #ends = new Int32Array(1024)
  #nexts = new Int32Array(1024)
  #keys = new Int32Array(1024).fill(-1)
  #length = 0
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get nodes(): TapeNodes {
    const [starts, ends, nexts, keys] = [this.#starts, this.#ends, this.#nexts, this.#keys]
    return { length: this.#length, starts, ends, nexts, keys }
  }

  parse(): JsonFault | undefined {
    this.#open(-1, 0)
    const open = [ROOT]
    let areAllContainers = true
    let values = 0
    for (;;) {
      const depth = open.length - 1
      const container = open[depth]!
      this.#skipSpace()
      const code = this.#code()
      if (depth === 0) {
        if (this.#at >= this.#text.length) break
        values++
      } else {
        const isObject = this.#text.charCodeAt(this.#starts[container]!) === OPEN_OBJECT
        const isEmpty = container === this.#length - 1
        if (code === (isObject ? CLOSE_OBJECT : CLOSE_LIST)) {
          this.#at++
          this.#close(container)
          open.pop()
          continue
        }
        if (!isEmpty) {
          if (code !== COMMA) return this.#fault()
          this.#at++
          this.#skipSpace()
          if (this.#code() === CLOSE_LIST || this.#code() === CLOSE_OBJECT) return 'comma'
        }
        if (isObject && !this.#readKey()) return this.#fault()
      }
      const key = this.#key
      this.#key = -1
      const start = this.#code()
      if (start === OPEN_LIST || start === OPEN_OBJECT) {
        if (depth === MAX_DEPTH) return 'other'
        open.push(this.#open(key, this.#at++))
        continue
      }
      areAllContainers &&= depth > 0
      const node = this.#open(key, this.#at)
      if (!this.#readScalar(start)) return this.#fault()
      this.#close(node)
    }
    this.#close(ROOT)
    return values === 0 || (values > 1 && !areAllContainers) ? 'other' : undefined
  }

  #key = -1

  /** Reads a key and its colon. */
  #readKey(): boolean {
    const key = this.#at
    if (this.#code() !== QUOTE || !this.#readString()) return false
    this.#skipSpace()
    if (this.#code() !== COLON) return false
    this.#at++
    this.#skipSpace()
    this.#key = key
    return true
  }

  #readScalar(code: number): boolean {
    if (code === QUOTE) return this.#readString()
    return this.#readPattern(NUMBER) || this.#readPattern(WORD)
  }

  #readString(): boolean {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#code()
      if (code === QUOTE) {
        this.#at++
        return true
      }
      if (code < 0x20) return false
      if (code !== BACKSLASH) continue
      if (!this.#readPattern(ESCAPE)) return false
      this.#at--
    }
    return false
  }

  #readPattern(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  /** What the text has where it should go on. */
  #fault(): JsonFault {
    const [code, next] = [this.#code(), this.#text.charCodeAt(this.#at + 1)]
    const isComment = code === HASH || (code === SLASH && (next === SLASH || next === 0x2a))
    return isComment ? 'comment' : 'other'
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at)
  }

  #skipSpace(): void {
    while (isSpace(this.#code())) this.#at++
  }

  #open(key: number, start: number): number {
    const node = this.#length++
    if (node === this.#starts.length) this.#grow()
    this.#starts[node] = start
    this.#keys[node] = key
    return node
  }

  #close(node: number): void {
    this.#ends[node] = this.#at
    this.#nexts[node] = this.#length
  }

  #grow(): void {
    const length = this.#starts.length * 2
    this.#starts = grown(this.#starts, length)
    this.#ends = grown(this.#ends, length)
    this.#nexts = grown(this.#nexts, length)
    this.#keys = grown(this.#keys, length)
  }
}

/** A copy with room for at least `length` numbers. */
export function grown(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(Math.max(length, numbers.length * 2))
  copy.set(numbers)
  return copy
}
