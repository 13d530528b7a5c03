const KEY = 'levro.owner'

/** Email of the user whose rows are on this device; undefined for none, or without storage. */
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
    // Without storage there are no saved rows either.
  }
}

/** 128 random bits in hexadecimal; `randomUUID` is missing in an insecure context. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
