import { formatTimeExact } from '#src/ui/format-time.ts'

export interface LogLine {
  number: number
  /** Beijing time, where the line begins with one. */
  time: string | null
  text: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this looks for
const colourCodes = /\x1b\[[\d;?]*[A-Za-z]/g
const timestampPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.*)$/s

/** Console lines as people read them: without colour codes, the time apart. */
export const parseLogLines = (raw: readonly string[]): LogLine[] =>
  raw.map((line, index) => {
    const plain = line.replace(colourCodes, '')
    const [, at, text] = timestampPattern.exec(plain) ?? []
    return { number: index + 1, time: at ? formatTimeExact(at).slice(11) : null, text: text ?? plain }
  })

/** The lines that hold the word, whatever its case. */
export const filterLogLines = (lines: readonly LogLine[], word: string): readonly LogLine[] => {
  const wanted = word.trim().toLowerCase()
  return wanted ? lines.filter(({ text }) => text.toLowerCase().includes(wanted)) : lines
}

/** A text cut at each place where the word stands; every second piece is the word. */
export function splitAtMatches(text: string, word: string): string[] {
  const wanted = word.trim().toLowerCase()
  if (!wanted) return [text]
  const pieces: string[] = []
  let from = 0
  for (let at = text.toLowerCase().indexOf(wanted); at >= 0; at = text.toLowerCase().indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...pieces, text.slice(from)]
}
