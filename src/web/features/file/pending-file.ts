let pending: readonly File[] = []

/** Keeps files that were given to another page, which opens them when it is shown. */
export const leaveFiles = (files: readonly File[]): void => {
  pending = files
}

/** Takes the files that {@link leaveFiles} kept; each is taken once. */
export function takeFiles(): readonly File[] {
  const files = pending
  pending = []
  return files
}
