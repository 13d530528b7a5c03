let pending: File | undefined

/** Keeps a file that was given to another page, which opens it when it is shown. */
export const leaveFile = (file: File): void => {
  pending = file
}

/** Takes the file that {@link leaveFile} kept; each is taken once. */
export function takeFile(): File | undefined {
  const file = pending
  pending = undefined
  return file
}
