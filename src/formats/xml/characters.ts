// oxlint-disable-next-line no-control-regex -- they are what is replaced
const NOT_IN_XML = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g

/** Text with U+FFFD in place of characters that XML 1.0 cannot carry (2.2). */
export const xmlCharacters = (text: string): string => text.toWellFormed().replace(NOT_IN_XML, '\ufffd')
