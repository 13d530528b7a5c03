/** Light and dark values of each colour, those of the pages. */
const COLOURS = {
  surface: ['#ffffff', '#1b1d19'],
  sunken: ['#f3efe6', '#20221d'],
  ink: ['#1d1c18', '#efece3'],
  muted: ['#5d594f', '#aca89c'],
  line: ['#e3ddd0', '#2f312b'],
  edge: ['#8a8475', '#7b7d70'],
  lev: ['#14603f', '#79cfa3'],
  euro: ['#1c4596', '#9dbcfa'],
  ask: ['#7a5200', '#f2c766'],
  error: ['#a8202a', '#ff9c98'],
} as const

const variables = (value: (light: string, dark: string) => string): string =>
  Object.entries(COLOURS)
    .map(([name, [light, dark]]) => `--${name}:${value(light, dark)};`)
    .join('')

const [LIGHT, DARK] = [variables((light) => light), variables((_, dark) => dark)]

/**
 * Style of the element. Without `theme` it has the colour scheme of the place where it stands, as the page's own CSS sets it
 * (`color-scheme`), and so never differs from the page; `auto` is that of the device. The font is that of the page.
 */
export const STYLE = `
:host{display:block;max-width:30rem;font-size:max(1em,16px);font-weight:400;font-style:normal;line-height:1.5;
letter-spacing:normal;word-spacing:normal;text-align:start;text-indent:0;text-transform:none;white-space:normal;
font-variant-numeric:tabular-nums;${LIGHT}}
:host([hidden]){display:none}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark;${DARK}}
:host([theme=auto]){color-scheme:light dark}
@media(prefers-color-scheme:dark){:host([theme=auto]){${DARK}}}
@supports(color:light-dark(#000,#fff)){:host,:host([theme]){${variables((light, dark) => `light-dark(${light},${dark})`)}}}
*{box-sizing:border-box;margin:0;font:inherit;color:inherit}
.box{display:grid;gap:12px;padding:20px;border:1px solid var(--line);border-radius:16px;background:var(--surface);color:var(--ink)}
fieldset{display:flex;min-width:0;padding:3px;border:0;border-radius:10px;background:var(--sunken)}
legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.way{flex:1;position:relative}
.way input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}
.way span{display:flex;align-items:center;justify-content:center;min-height:44px;padding:4px 8px;border-radius:8px;
text-align:center;line-height:1.25;color:var(--muted);border:1px solid transparent}
.way :checked+span{background:var(--surface);color:var(--ink);font-weight:600;border-color:var(--edge)}
.amount{display:grid;gap:4px}
.amount label{font-weight:600}
.amount input{width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--edge);border-radius:10px;
background:var(--surface);font-size:1.25em}
:focus-visible,.way :focus-visible+span{outline:3px solid var(--ink);outline-offset:2px}
.amount [aria-invalid=true]{border-color:var(--error)}
output{display:block;min-height:1.5em;font-size:1.125em;overflow-wrap:anywhere}
output b{font-size:1.5em;font-weight:700;line-height:1.2}
output .BGN{color:var(--lev)}
output .EUR{color:var(--euro)}
.error{color:var(--error)}
.other{justify-self:start;min-height:44px;padding:0;border:0;background:none;color:var(--ask);text-align:start;
text-decoration:underline;text-underline-offset:4px;cursor:pointer}
.foot{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:space-between;color:var(--muted);font-size:max(.875em,14px)}
.foot a{text-underline-offset:4px}
[hidden]{display:none}
@media(forced-colors:active){.way :checked+span{border-color:Highlight}}
`.replaceAll('\n', '')
