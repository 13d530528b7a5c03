declare global {
  interface Window {
    /** As far as it is used here: TypeScript does not know it yet, and not every browser has it. */
    trustedTypes?: {
      createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown
    }
  }
}

/** The scripts that a page may name by a text: its workers, and the service worker. */
const OWN_SCRIPT = /^\/(?:assets\/[\w.-]+\.js|sw\.js)$/

/** Whether a script at this address is one of the build. */
export function isOwnScript(text: string, siteOrigin: string): boolean {
  try {
    const { origin, pathname } = new URL(text, `${siteOrigin}/`)
    return origin === siteOrigin && OWN_SCRIPT.test(pathname)
  } catch {
    return false
  }
}

/**
 * The pages are served with `require-trusted-types-for 'script'`: a text becomes a script, or HTML, by the one policy that
 * is made here or not at all. It lets through the addresses of our own workers; of HTML and of code it makes nothing.
 */
export function createTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (isOwnScript(url, window.location.origin) ? url : null),
  })
}
