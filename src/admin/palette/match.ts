import { pinyinInitials } from '#src/ui/pinyin-initials.ts'

/** Something that is found by what is written on it, by the initials of that, and by other words for it. */
export interface Named {
  label: string
  initials: string
  keywords: readonly string[]
}

export const named = (label: string, keywords: readonly string[] = []): Named => ({
  label: label.toLowerCase(),
  initials: pinyinInitials(label),
  keywords: keywords.map((keyword) => keyword.toLowerCase()),
})

/** The words that are looked for. Between Chinese and other letters nobody need leave a space: 关机lora. */
export const termsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .replace(/(\p{Script=Han})(?=[a-z0-9])|([a-z0-9])(?=\p{Script=Han})/gu, '$& ')
    .split(/\s+/)
    .filter(Boolean)

/** Less is better; undefined where it does not stand there as it is written. */
function termScore(term: string, { label, initials, keywords }: Named): number | undefined {
  const at = label.indexOf(term)
  if (at === 0) return label === term ? 0 : 1
  if (at > 0) return 2
  if (initials.startsWith(term) || keywords.some((keyword) => keyword.startsWith(term))) return 3
  if (term.length === 1) return undefined // one letter stands somewhere in nearly everything
  return initials.includes(term) || keywords.some((keyword) => keyword.includes(term)) ? 4 : undefined
}

export const fits = (term: string, name: Named): boolean => termScore(term, name) !== undefined

/** How well all the words fit; undefined when one of them does not. */
export function scoreOf(terms: readonly string[], name: Named): number | undefined {
  let sum = 0
  for (const term of terms) {
    const score = termScore(term, name)
    if (score === undefined) return undefined
    sum += score
  }
  return sum
}
