/** A count as people read it: 12,345. */
export const countText = (count: number): string => count.toLocaleString('en-US')
