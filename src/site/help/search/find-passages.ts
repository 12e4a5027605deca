/** A section of an article, as indexed by the search. */
export interface HelpPassage {
  slug: string
  article: string
  /** The section of the contents that contains the article. */
  group: string
  /** Id of the heading; null before the first heading. */
  id: string | null
  heading: string | null
  text: string
}

export interface PassageHit {
  passage: HelpPassage
  /** The text around the first hit. */
  snippet: string
}

const resultsMax = 12
const snippetLead = 18
const snippetLength = 72

/** Splits a query at spaces. Chinese is matched as typed, without segmentation. */
export const splitSearchTerms = (typed: string): string[] => [...new Set(typed.toLowerCase().split(/\s+/).filter(Boolean))]

function buildSnippet(text: string, terms: readonly string[]): string {
  const hits = terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...hits, Number.POSITIVE_INFINITY) - snippetLead)
  const from = Number.isFinite(start) ? start : 0
  return `${from > 0 ? '…' : ''}${text.slice(from, from + snippetLength)}${from + snippetLength < text.length ? '…' : ''}`
}

/** Ranks a hit in an article's title above one in a heading, and that above one in the text. */
function computeScore(passage: HelpPassage, terms: readonly string[]): number {
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

/** Returns the sections that contain every word of the query, best match first. */
export function findPassages(passages: readonly HelpPassage[], typed: string): PassageHit[] {
  const terms = splitSearchTerms(typed)
  if (terms.length === 0) return []
  return passages
    .map((passage) => ({ passage, score: computeScore(passage, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, resultsMax)
    .map(({ passage }) => ({ passage, snippet: buildSnippet(passage.text, terms) }))
}

/** Splits a text at the words of the query: `[text, isHit]`. */
export function splitAtHits(text: string, terms: readonly string[]): [string, boolean][] {
  if (terms.length === 0) return [[text, false]]
  const escaped = [...terms].sort((a, b) => b.length - a.length).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // split with one capture group: every second piece is a hit
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((piece, i): [string, boolean] => [piece, i % 2 === 1])
    .filter(([piece]) => piece !== '')
}
