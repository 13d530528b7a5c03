export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'windows-1252',
  'ibm866',
  'mik',
  'x-mac-cyrillic',
  'koi8-r',
  'iso-8859-5',
] as const

export type Encoding = (typeof ENCODINGS)[number]

/** In the order that decides a tie between them. */
export const DELIMITERS = ['\t', ';', '|', ','] as const

export type Delimiter = (typeof DELIMITERS)[number]
