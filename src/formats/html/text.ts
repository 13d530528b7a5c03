/** Named character references of exports. Others stay as they are written. */
const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  euro: '€',
  pound: '£',
  yen: '¥',
  copy: '©',
  reg: '®',
  deg: '°',
  laquo: '«',
  raquo: '»',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  frac12: '½',
  middot: '·',
  shy: '',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  minus: '−',
  comma: ',',
  period: '.',
  numero: '№',
}

/** Numbers on two lines stay on two, as they would else be groups of one number. Other line ends are spaces. */
export function plainText(html: string): string {
  if (!html.includes('\n')) return withCharacters(html.trim())
  const lines = html.split('\n').flatMap((line) => withCharacters(line).trim() || [])
  const joined = lines.map((line, i) => {
    if (i === 0) return line
    return /\d$/.test(lines[i - 1]!) && /^\d/.test(line) ? `\n${line}` : ` ${line}`
  })
  return joined.join('')
}

const WINDOWS_1252 = new TextDecoder('windows-1252')

const withCharacters = (html: string): string =>
  html.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,10}));?/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED_CHARACTERS[String(name).toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    // Numbers of windows-1252: 128 is the euro sign.
    if (code >= 0x80 && code < 0xa0) return WINDOWS_1252.decode(Uint8Array.of(code))
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole
  })
