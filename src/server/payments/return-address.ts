const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\\]/u

/**
 * Whether an address that a browser names is that of a page of ours, in either language. It is only checked: the addresses
 * that the provider gets are built here.
 * @returns its origin; undefined for any other address, and for what could be read as another
 */
export function findOwnOrigin(text: string, path: string, origins: readonly string[]): string | undefined {
  const [base] = origins
  if (CONTROL.test(text) || base === undefined) return undefined
  const url = URL.parse(text, base)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const isPage = url.pathname.replace(/^\/(?:en|bg)(?=\/)/, '').replace(/\/$/, '') === path
  return isPage && origins.includes(url.origin) ? url.origin : undefined
}
