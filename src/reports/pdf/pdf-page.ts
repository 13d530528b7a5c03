/** A4 upright, in points, and where its text stands. */
export const PAGE = { left: 45, right: 550.28, top: 46, bottom: 782 } as const
