export interface ArticleFrontMatter {
  title: string
  /** One sentence, without placeholders: for lists and for search engines. */
  summary: string
  /** Within the section, small first. */
  order: number
  /** Date of the last change of meaning: 2026-11-21. */
  updated: string
}

/** Splits an article into what stands between the `---` lines and the text. Throws when something is missing. */
export function parseArticle(source: string): ArticleFrontMatter & { body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  if (head === undefined || body === undefined) throw new Error('an article begins with its front matter')
  const facts = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const fact = (name: keyof ArticleFrontMatter): string => {
    const value = facts.get(name)
    if (!value) throw new Error(`front matter without ${name}`)
    return value
  }
  return {
    title: fact('title'),
    summary: fact('summary'),
    order: Number(fact('order')),
    updated: fact('updated'),
    body: body.trim(),
  }
}
