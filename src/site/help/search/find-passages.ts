/** A section of an article, as the search reads it. */
export interface Passage {
  slug: string
  article: string
  /** The section of the contents the article stands in. */
  group: string
  /** Of the heading; null before the first. */
  id: string | null
  heading: string | null
  text: string
}

export interface Found {
  passage: Passage
  /** The words around the first hit in the text. */
  snippet: string
}

const results_max = 12
const before = 18
const length = 72

/** The words of a question: what spaces separate. Chinese is searched as it is written, without taking words apart. */
export const termsOf = (typed: string): string[] => [...new Set(typed.toLowerCase().split(/\s+/).filter(Boolean))]

function snippetOf(text: string, terms: readonly string[]): string {
  const hits = terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...hits, Number.POSITIVE_INFINITY) - before)
  const from = Number.isFinite(start) ? start : 0
  return `${from > 0 ? '…' : ''}${text.slice(from, from + length)}${from + length < text.length ? '…' : ''}`
}

/** More for the title of an article than for a heading, more for a heading than for a mention. */
function scoreOf(passage: Passage, terms: readonly string[]): number {
  const [title, heading, text] = [passage.article, passage.heading ?? '', passage.text].map((part) => part.toLowerCase()) as [
    string,
    string,
    string,
  ]
  let score = 0
  for (const term of terms) {
    if (!title.includes(term) && !heading.includes(term) && !text.includes(term)) return 0
    if (title.includes(term)) score += passage.heading === null ? 30 : 4
    if (heading.includes(term)) score += 20
    if (text.includes(term)) score += 1 + Math.min(text.split(term).length - 1, 5)
  }
  return score
}

/** The sections in which every word of the question occurs, the best first. */
export function find(passages: readonly Passage[], typed: string): Found[] {
  const terms = termsOf(typed)
  if (terms.length === 0) return []
  return passages
    .map((passage) => ({ passage, score: scoreOf(passage, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, results_max)
    .map(({ passage }) => ({ passage, snippet: snippetOf(passage.text, terms) }))
}

/** A text cut where the words of the question are: `[text, isHit]`. */
export function cutAtHits(text: string, terms: readonly string[]): [string, boolean][] {
  if (terms.length === 0) return [[text, false]]
  const escaped = [...terms].sort((a, b) => b.length - a.length).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // split with one group: every second piece is a hit
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((piece, i): [string, boolean] => [piece, i % 2 === 1])
    .filter(([piece]) => piece !== '')
}
