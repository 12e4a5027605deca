import { createContext } from 'react'

/** What the server drew a page from: the browser's first render is the same and asks for nothing. */
export interface FirstAnswers {
  /** The part of the search string that the page understands. */
  search: string
  /** Answers by the question of `useCachedQuery`. */
  answers: Readonly<Record<string, unknown>>
  /** Returns whether the answers need not be asked for again; false some time later, or when the browser kept the page. */
  isFresh: () => boolean
}

/** Set only while the server draws: asks each question once, and learns what the page says of itself. */
export interface Drawing extends FirstAnswers {
  load: <T>(question: string, ask: (signal: AbortSignal) => Promise<T>) => Promise<T>
  describe: (said: { title: string; description: string | undefined }) => void
}

export const FirstAnswersContext = createContext<FirstAnswers | null>(null)

/** The data block in the page; the content security policy has no say in it, as it is no script. */
const firstAnswersId = 'first-answers'
const freshForMs = 60_000

interface WrittenAnswers extends Pick<FirstAnswers, 'search' | 'answers'> {
  drawn_at: number
}

/** Formats the answers as a data block. Escapes `<`, the only character that could end it. */
export const formatFirstAnswers = (written: WrittenAnswers): string =>
  `<script type="application/json" id="${firstAnswersId}">${JSON.stringify(written).replaceAll('<', '\\u003c')}</script>`

/** Reads the answers from the page; null if the server did not draw it. */
export function readFirstAnswers(): FirstAnswers | null {
  const text = document.getElementById(firstAnswersId)?.textContent
  if (!text) return null
  const { drawn_at: drawnAt, ...written } = JSON.parse(text) as WrittenAnswers
  return { ...written, isFresh: () => Math.abs(Date.now() - drawnAt) < freshForMs }
}
