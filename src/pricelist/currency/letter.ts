/**
 * The inside of a class that holds the letters of price lists. `\p{L}` would say it shorter, but has 650 ranges: the
 * patterns of words took 50 ms to be compiled with it, half as long as a small file takes as a whole. Exact for Latin, Greek,
 * Cyrillic and the signs that are letters (Ω); of other scripts whole blocks, with signs and marks among them.
 */
export const LETTERS =
  'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02c1\\u02c6-\\u02d1\\u02e0-\\u02e4\\u02ec\\u02ee' +
  '\\u0370-\\u0374\\u0376\\u0377\\u037a-\\u037d\\u037f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03f5' +
  '\\u03f7-\\u0481\\u048a-\\u052f\\u0531-\\u1fff\\u2071\\u207f\\u2090-\\u209c\\u2102\\u2107\\u210a-\\u2113\\u2115\\u2119-\\u211d\\u2124\\u2126\\u2128\\u212a-\\u212d\\u212f-\\u2139\\u213c-\\u213f\\u2145-\\u2149\\u214e\\u2183\\u2184\\u2c00-\\u2dff\\u2e2f\\u3005-\\ud7fb\\uf900-\\ufdff\\ufe70-\\ufefc' +
  '\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc'

/** The pattern between two places at which no letter stands. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![${LETTERS}])(?:${pattern})(?![${LETTERS}])`, 'u')
