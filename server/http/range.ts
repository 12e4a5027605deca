export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a Range header: `undefined` for the whole content, a range with both ends inclusive, or `unsatisfiable`. Multiple or
 * invalid ranges return the whole content, as RFC 9110 allows.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return undefined
  const [from, to] = [found[1]!, found[2]!]
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}
