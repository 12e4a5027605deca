export interface ArticleFrontMatter {
  title: string
  /** One sentence without placeholders, for lists and search engines. */
  summary: string
  /** Sort order within the section, ascending. */
  order: number
  /** Date of the last change in meaning: 2026-11-21. */
  updated: string
}

/** Splits an article into the front matter between the `---` lines and the text. Throws if something is missing. */
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
