type Values = readonly (number | null | undefined)[]

const listKnown = (values: Values): number[] => values.filter((value) => value != null)

/** Mean, least and greatest of the values that are no gaps; null if all are. */
export function computeKnownMean(values: Values): number | null {
  const known = listKnown(values)
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

export function computeKnownMin(values: Values): number | null {
  const known = listKnown(values)
  return known.length ? Math.min(...known) : null
}

export function computeKnownMax(values: Values): number | null {
  const known = listKnown(values)
  return known.length ? Math.max(...known) : null
}
