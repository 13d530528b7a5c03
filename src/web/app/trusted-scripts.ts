declare global {
  interface Window {
    /** Only what is used here: TypeScript's DOM library lacks it, and so do some browsers. */
    trustedTypes?: {
      createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown
    }
  }
}

/** URLs of scripts that may be loaded by a string: workers, the embedded converter and the service worker. */
const OWN_SCRIPT = /^\/(?:(?:assets|embed)\/[\w.-]+\.js|sw\.js)$/

/** Whether the URL is that of a script of this build. */
export function isOwnScript(text: string, siteOrigin: string): boolean {
  try {
    const { origin, pathname } = new URL(text, `${siteOrigin}/`)
    return origin === siteOrigin && OWN_SCRIPT.test(pathname)
  } catch {
    return false
  }
}

/**
 * Creates the only Trusted Types policy. Pages are served with `require-trusted-types-for 'script'`: this
 * policy allows the URLs of our own workers, and no HTML or code from strings.
 */
export function createTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (isOwnScript(url, window.location.origin) ? url : null),
  })
}
