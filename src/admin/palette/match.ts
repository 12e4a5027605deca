import { toPinyinInitials } from '#src/ui/pinyin-initials.ts'

/** An item searchable by its label, the label's pinyin initials, and keywords. */
export interface SearchableName {
  label: string
  initials: string
  keywords: readonly string[]
}

export const toSearchableName = (label: string, keywords: readonly string[] = []): SearchableName => ({
  label: label.toLowerCase(),
  initials: toPinyinInitials(label),
  keywords: keywords.map((keyword) => keyword.toLowerCase()),
})

/** Splits the input into search terms, also between Chinese and other characters, without a space: 关机lora. */
export const parseSearchTerms = (typed: string): string[] =>
  typed
    .toLowerCase()
    .replace(/(\p{Script=Han})(?=[a-z0-9])|([a-z0-9])(?=\p{Script=Han})/gu, '$& ')
    .split(/\s+/)
    .filter(Boolean)

/** Returns the score of one term, lower is better; undefined without a match. */
function computeTermScore(term: string, { label, initials, keywords }: SearchableName): number | undefined {
  const at = label.indexOf(term)
  if (at === 0) return label === term ? 0 : 1
  if (at > 0) return 2
  if (initials.startsWith(term) || keywords.some((keyword) => keyword.startsWith(term))) return 3
  if (term.length === 1) return undefined // a single letter would match nearly everything
  return initials.includes(term) || keywords.some((keyword) => keyword.includes(term)) ? 4 : undefined
}

export const matchesTerm = (term: string, name: SearchableName): boolean => computeTermScore(term, name) !== undefined

/** Returns the score of all terms; undefined if any of them does not match. */
export function computeMatchScore(terms: readonly string[], name: SearchableName): number | undefined {
  let sum = 0
  for (const term of terms) {
    const score = computeTermScore(term, name)
    if (score === undefined) return undefined
    sum += score
  }
  return sum
}
