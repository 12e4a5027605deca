import { formatTimeExact } from '#src/ui/format-time.ts'

export interface LogLine {
  number: number
  /** Time of the line (Beijing), if it starts with one; with its day if that is not today. */
  time: string | null
  text: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this looks for
const colourCodes = /\x1b\[[\d;?]*[A-Za-z]/g
const timestampPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.*)$/s

/** Parses console lines: removes colour codes and separates the time. `today` as 2026-11-21. */
export const parseLogLines = (raw: readonly string[], today: string): LogLine[] =>
  raw.map((line, index) => {
    const plain = line.replace(colourCodes, '')
    const [, at, text] = timestampPattern.exec(plain) ?? []
    const time = at ? formatTimeExact(at) : null
    return { number: index + 1, time: time?.slice(time.startsWith(today) ? 11 : 5) ?? null, text: text ?? plain }
  })

/** Returns the lines that contain the word, ignoring case. */
export const filterLogLines = (lines: readonly LogLine[], word: string): readonly LogLine[] => {
  const wanted = word.trim().toLowerCase()
  return wanted ? lines.filter(({ text }) => text.toLowerCase().includes(wanted)) : lines
}

/** Splits a text at each match of the word; every second piece is a match. */
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
