/** The product's colours, so that buyers see one site on the way to the payment and back. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#fbf9f4, #141512);
  --ink: light-dark(#1d1c18, #efece3);
  --muted: light-dark(#5d594f, #aca89c);
  --line: light-dark(#ddd7ca, #34362f);
  --line-strong: light-dark(#8a8475, #76786c);
  --euro: light-dark(#1c4596, #9dbcfa);
  --action: light-dark(#a8410f, #f0955c);
  --on-action: light-dark(#ffffff, #221004);
  --valid: light-dark(#14603f, #79cfa3);
  --invalid: light-dark(#a8202a, #ff9c98);
  --mark: light-dark(#ffe08a, #4a3800);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--surface);
  color: var(--ink);
  font: 1rem/1.5 Manrope, ui-sans-serif, system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
.test-mark { margin: 0; padding: 0.625rem 1rem; background: var(--mark); text-align: center; }
main { margin-inline: auto; padding: clamp(1.5rem, 6vw, 4rem) 1rem 4rem; overflow-wrap: anywhere; }
.narrow { max-width: 29rem; }
.wide { max-width: 72rem; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; font-weight: 600; }
h2 { margin: 1.75rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
p { margin: 0.5rem 0 0; }
form, dd { margin: 0; }
small { font-size: 0.9375rem; font-weight: 400; }
.muted, .seller, dt, small, summary, code { color: var(--muted); }
.amount { font-size: clamp(2.5rem, 11vw, 3.25rem); line-height: 1.15; font-weight: 650; color: var(--euro); }
a { color: var(--euro); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--euro); outline-offset: 2px; border-radius: 0.25rem; }
dl, ul { margin: 1.5rem 0 0; padding: 0; list-style: none; }
dl > div, .outcomes li { border-top: 1px solid var(--line); }
dl > div { display: flex; justify-content: space-between; gap: 1.5rem; padding: 0.625rem 0; }
dd { text-align: end; }
.total, .state { font-weight: 650; }
.notice { margin-top: 1.5rem; padding: 0.75rem 1rem; border-inline-start: 4px solid var(--invalid); }
button, .button, input {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--line-strong);
  border-radius: 0.5rem;
  background: none;
  color: var(--ink);
  font: inherit;
}
button, .button { display: inline-block; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--ink); }
.primary { width: 100%; margin-top: 1.75rem; background: var(--action); color: var(--on-action); font-size: 1.125rem; }
.outcomes { margin: 0; }
.outcomes button { width: 100%; padding: 0.75rem 0; border: 0; text-align: start; }
.outcomes button:hover strong { text-decoration: underline; text-underline-offset: 0.2em; }
.outcomes strong, .outcomes small { display: block; }
.back { margin-top: 1.75rem; text-align: center; }
.good { color: var(--valid); }
.bad { color: var(--invalid); }
.entry { padding: 1.25rem 0; border-top: 1px solid var(--line); }
.actions, .actions form, .events li { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.actions, .events li { margin-block: 0.5rem; }
.actions input { width: 7rem; }
`
