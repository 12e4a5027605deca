import { splitAtMatches } from './log-lines.ts'

/** A line with what is sought marked. */
export function LogText({ text, word }: { text: string; word: string }) {
  return (
    <span>
      {splitAtMatches(text, word).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
        index % 2 ? <mark key={index}>{piece}</mark> : piece,
      )}
    </span>
  )
}
