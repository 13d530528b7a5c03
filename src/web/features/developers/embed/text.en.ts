import type { EmbedText } from './text.ts'

export const EMBED_EN: EmbedText = {
  title: 'A converter for your site',
  texts: (compressed, raw) => [
    `This converter turns one amount from lev into euro or back, exact to the cent, and you can put it on a page of your own. It is one script of ${compressed} kB (${raw} kB uncompressed). The browser downloads it from our site; after that the converter sends and stores nothing, uses no cookies and loads no fonts.`,
    'The address contains a hash of the script, so what it names never changes, and by `integrity` the browser checks that. A new version has a new address, and the earlier ones stay available: nothing on your page changes without you.',
    'If your page has a Content Security Policy, add this address to `script-src`. Nothing else is needed, not even for the styles.',
  ],
  points: [
    '`lang`: `bg` or `en`; without it, the language of the page.',
    '`theme`: `light`, `dark`, or `auto`, which is that of the device; without it, that of the page (its `color-scheme`).',
    '`amount` and `from` (`BGN` or `EUR`): the amount and the currency at the start.',
    'The link inside is shown only where the script cannot be loaded.',
  ],
  code: 'HTML for your page',
  demo: 'What it looks like',
  fallback: 'Convert in Levro',
}
