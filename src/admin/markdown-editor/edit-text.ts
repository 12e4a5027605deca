/** A text with its selection. */
export interface TextSelection {
  text: string
  start: number
  end: number
}

/** Adds or removes marks around the selection; without a selection, around a placeholder word that is then selected. */
export function toggleWrap({ text, start, end }: TextSelection, before: string, after: string, word: string): TextSelection {
  const inside = text.slice(start, end)
  const outer = text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after
  if (outer && inside) {
    const bare = text.slice(0, start - before.length) + inside + text.slice(end + after.length)
    return { text: bare, start: start - before.length, end: end - before.length }
  }
  const put = inside || word
  const from = start + before.length
  return { text: text.slice(0, start) + before + put + after + text.slice(end), start: from, end: from + put.length }
}

/** Adds a mark to the start of every selected line, or removes it if all lines have it. */
export function toggleLinePrefix({ text, start, end }: TextSelection, mark: string): TextSelection {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(mark))
  const put = lines.map((line) => (all ? line.slice(mark.length) : mark + line)).join('\n')
  return { text: text.slice(0, from) + put + text.slice(to), start: from, end: from + put.length }
}
