/** Returns where a text of Latin letters stands in a label by its pinyin, whole or shortened: gj, guanj and guanji in 关机. */
export type PinyinSearch = (label: string, typed: string) => number | undefined

/** A word of the input. */
export interface SearchTerm {
  text: string
  /** Returns where the term stands in a label by its pinyin. */
  findPinyin: (label: string) => number | undefined
}

/** An item searchable by its label, the label's pinyin, and keywords. */
export interface SearchableName {
  label: string
  keywords: readonly string[]
}

export const toSearchableName = (label: string, keywords: readonly string[] = []): SearchableName => ({
  label: label.toLowerCase(),
  keywords: keywords.map((keyword) => keyword.toLowerCase()),
})

/** Nobody types more letters of one name; a longer text was pasted by mistake, and its search would take seconds. */
const maxPinyinLength = 64

/** Remembers the answers, because the same labels are asked for with each row and each of its actions. */
function toSearchTerm(text: string, findPinyin: PinyinSearch | undefined): SearchTerm {
  if (!findPinyin || text.length > maxPinyinLength || !/[a-z]/.test(text)) return { text, findPinyin: () => undefined }
  const known = new Map<string, number | undefined>()
  return {
    text,
    findPinyin: (label) => {
      if (!known.has(label)) known.set(label, findPinyin(label, text))
      return known.get(label)
    },
  }
}

/** Splits the input into search terms, also between Chinese and other characters, without a space: 关机lora. */
export const parseSearchTerms = (typed: string, findPinyin: PinyinSearch | undefined): SearchTerm[] =>
  typed
    .toLowerCase()
    .replace(/(\p{Script=Han})(?=[a-z0-9])|([a-z0-9])(?=\p{Script=Han})/gu, '$& ')
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => toSearchTerm(text, findPinyin))

/** Returns the score of one term, lower is better; undefined without a match. */
function computeTermScore({ text, findPinyin }: SearchTerm, { label, keywords }: SearchableName): number | undefined {
  const at = label.indexOf(text)
  if (at === 0) return label === text ? 0 : 1
  if (at > 0) return 2
  if (findPinyin(label) === 0 || keywords.some((keyword) => keyword.startsWith(text) || findPinyin(keyword) === 0)) return 3
  if (text.length === 1) return undefined // a single letter would match nearly everything
  const within = (words: string) => words.includes(text) || findPinyin(words) !== undefined
  return within(label) || keywords.some(within) ? 4 : undefined
}

export const matchesTerm = (term: SearchTerm, name: SearchableName): boolean => computeTermScore(term, name) !== undefined

/** Returns the score of all terms; undefined if any of them does not match. */
export function computeMatchScore(terms: readonly SearchTerm[], name: SearchableName): number | undefined {
  let sum = 0
  for (const term of terms) {
    const score = computeTermScore(term, name)
    if (score === undefined) return undefined
    sum += score
  }
  return sum
}
