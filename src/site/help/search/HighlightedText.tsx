import { splitAtHits } from './find-passages.ts'
import styles from './HelpSearchResults.module.css'

/** A text in which the words of the question are marked. */
export const HighlightedText = ({ text, terms }: { text: string; terms: readonly string[] }) =>
  splitAtHits(text, terms).map(([piece, hit], i) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <mark key={i} className={styles.hit}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
