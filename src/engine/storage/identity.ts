const KEY = 'levro.owner'

/** Whose rows this device keeps: their email, since they were last here. Undefined when nobody's, or it cannot be known. */
export function loadDeviceOwner(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function setDeviceOwner(email: string | undefined): void {
  try {
    if (email === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, email)
  } catch {
    // A browser that keeps nothing keeps no rows either.
  }
}

/** Random and unguessable; `randomUUID` is missing where the page came over plain http. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
